'use client'

import { ChevronsUpDown } from 'lucide-react'
import { lazy, type ReactNode, useTransition } from 'react'
import { useTranslations } from '@/components/texts'
import { cn } from '../ui/cn'
import { Menu } from '../ui/menu'
import type { Offices } from './office-choices'

/** The offices are loaded with the menu. */
const Choices = lazy(() => import('./office-choices'))

export type OfficeSwitcherProps = Offices & {
  /** Drawn by the server, so that no page loads the icon of the other kind. */
  readonly icon: ReactNode
  readonly chooseMerchant: (entries: FormData) => Promise<void>
  readonly chooseCompany: (entries: FormData) => Promise<void>
}

const look =
  'flex h-11 w-full min-w-0 items-center gap-2.5 rounded-md border border-line bg-raised px-2.5 text-left text-sm'

/** Whose office this is and, if the user has several, a menu to go to the others. */
export function OfficeSwitcher(props: OfficeSwitcherProps) {
  const { icon, current, merchants, companies, chooseMerchant, chooseCompany } = props
  const t = useTranslations('shell')
  const [pending, start] = useTransition()
  const name = (
    <>
      {icon}
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
          <ChevronsUpDown aria-hidden className={cn('size-4 shrink-0 text-muted', pending && 'animate-pulse')} />
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
