'use client'

import { Building2, ChevronsUpDown, LoaderCircle, Store } from 'lucide-react'
import { lazy, useTransition } from 'react'
import { useTranslations } from '@/components/texts'
import { Menu } from '../ui/menu'
import type { Offices } from './office-choices'

/** The offices are loaded with the menu. */
const Choices = lazy(() => import('./office-choices'))

export type OfficeSwitcherProps = Offices & {
  readonly chooseMerchant: (entries: FormData) => Promise<void>
  readonly chooseCompany: (entries: FormData) => Promise<void>
}

const look =
  'flex h-11 w-full min-w-0 items-center gap-2.5 rounded-md border border-line bg-raised px-2.5 text-left text-sm'

/** Whose office this is and, if the user has several, a menu to go to the others. */
export function OfficeSwitcher({ current, merchants, companies, chooseMerchant, chooseCompany }: OfficeSwitcherProps) {
  const t = useTranslations('shell')
  const [pending, start] = useTransition()
  const Icon = current.kind === 'company' ? Building2 : Store
  const name = (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate font-medium">{current.name}</span>
    </>
  )
  if (merchants.length + companies.length < 2) return <p className={look}>{name}</p>
  return (
    <Menu
      align="start"
      isFixed
      className="w-(--anchor-width)"
      trigger={
        <button
          type="button"
          aria-busy={pending}
          aria-label={`${t(companies.length === 0 ? 'switchMerchant' : 'switchOffice')}: ${current.name}`}
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
      <Choices
        current={current}
        merchants={merchants}
        companies={companies}
        onChoose={(kind, id) => {
          const entries = new FormData()
          entries.set(`${kind}Id`, id)
          start(() => (kind === 'merchant' ? chooseMerchant : chooseCompany)(entries))
        }}
      />
    </Menu>
  )
}
