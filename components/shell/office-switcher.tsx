'use client'

import { type ReactNode, useTransition } from 'react'
import { useTranslations } from '@/components/texts'
import { cn } from '../ui/cn'
import { Opener } from '../ui/opener'
import { partsOf } from '../ui/parts-of'
import type { Offices } from './office-choices'

const menu = partsOf(() => import('./office-choices'))
const OfficeChoices = menu.part('OfficeChoices')

export type OfficeSwitcherProps = Offices & {
  /** Of the kind of office, and of a button with choices; drawn by the server, so that no page loads icons. */
  readonly icons: { readonly kind: ReactNode; readonly choices: ReactNode }
  readonly chooseMerchant: (entries: FormData) => Promise<void>
  readonly chooseCompany: (entries: FormData) => Promise<void>
}

const look =
  'flex h-11 w-full min-w-0 items-center gap-2.5 rounded-md border border-line bg-raised px-2.5 text-left text-sm'

/** Whose office this is and, if the user has several, a menu to go to the others. */
export function OfficeSwitcher(props: OfficeSwitcherProps) {
  const { icons, current, merchants, companies, chooseMerchant, chooseCompany } = props
  const t = useTranslations('shell')
  const [pending, start] = useTransition()
  const name = (
    <>
      {icons.kind}
      <span className="min-w-0 flex-1 truncate font-medium">{current.name}</span>
    </>
  )
  // Of the operator's office the others are a choice, of which its user may have one.
  if (merchants.length + companies.length < (current.kind === 'operator' ? 1 : 2)) return <p className={look}>{name}</p>
  return (
    <Opener
      kind="menu"
      loads={menu}
      trigger={
        <button
          type="button"
          aria-busy={pending}
          aria-label={`${t(companies.length === 0 ? 'switchMerchant' : 'switchOffice')}: ${current.name}`}
          className={`${look} shadow-control hover:bg-hover`}
        >
          {name}
          <span className={cn('shrink-0 text-muted', pending && 'animate-pulse')}>{icons.choices}</span>
        </button>
      }
    >
      {(opened) => (
        <OfficeChoices
          opened={opened}
          current={current}
          merchants={merchants}
          companies={companies}
          onChoose={(kind, id) => {
            const entries = new FormData()
            entries.set(`${kind}Id`, id)
            start(() => (kind === 'merchant' ? chooseMerchant : chooseCompany)(entries))
          }}
        />
      )}
    </Opener>
  )
}
