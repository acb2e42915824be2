'use client'

import { ChevronsUpDown, LoaderCircle, Store } from 'lucide-react'
import { useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Menu, MenuChoices } from '../ui/menu'

type Merchant = { readonly id: number; readonly name: string }

const look =
  'flex h-11 w-full min-w-0 items-center gap-2.5 rounded-md border border-line bg-raised px-2.5 text-left text-sm'

/** Whose office this is; of several, a way to the others. */
export function MerchantSwitcher(props: {
  current: Merchant
  all: readonly Merchant[]
  choose: (entries: FormData) => Promise<void>
}) {
  const t = useTranslations('shell')
  const [pending, start] = useTransition()
  const name = (
    <>
      <Store aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate font-medium">{props.current.name}</span>
    </>
  )
  if (props.all.length < 2) return <p className={look}>{name}</p>
  return (
    <Menu
      align="start"
      className="w-(--anchor-width)"
      trigger={
        <button
          type="button"
          aria-busy={pending}
          aria-label={`${t('switchMerchant')}: ${props.current.name}`}
          className={`${look} shadow-control hover:bg-hover`}
        >
          {name}
          {pending ? (
            <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-muted" />
          ) : (
            <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
          )}
        </button>
      }
    >
      <MenuChoices
        label={t('merchant')}
        value={String(props.current.id)}
        options={props.all.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(id) => {
          const entries = new FormData()
          entries.set('merchantId', id)
          start(() => props.choose(entries))
        }}
      />
    </Menu>
  )
}
