import { Building2, ChevronsUpDown, Menu, Network, Search, Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { Brand } from '../brand'
import { EnvironmentBadge } from '../environment-badge'
import { OfficeKeys } from './office-keys'
import { OfficeSwitcher, type OfficeSwitcherProps } from './office-switcher'
import { PhoneMenu } from './phone-menu'
import { SearchButton } from './search-button'
import type { SearchProps } from './search-dialog'
import { SectionIcon } from './section-icon'
import { type SectionLink, SectionLinks } from './section-links'
import { UserFace } from './user-face'
import { UserMenu } from './user-menu'
import type { UserMenuProps } from './user-menu-items'

export type OfficeShellProps = {
  texts: { skipToContent: string; navigation: string; environment: string; environmentMeaning: string | undefined }
  environment: 'test' | 'production'
  sections: readonly Omit<SectionLink, 'icon'>[]
  offices: Omit<OfficeSwitcherProps, 'icons'>
  user: UserMenuProps
  search: SearchProps
  children: ReactNode
}

const officeIcons = { merchant: Store, company: Building2, operator: Network }

/** The frame of an office: its sections at the side, or behind a menu on a phone. Shows what it is given; it checks no access. */
export function OfficeShell({ texts, environment, offices, user, search, children, ...props }: OfficeShellProps) {
  const sections = props.sections.map((section) => ({
    ...section,
    icon: <SectionIcon section={section.key} className="size-4.5 lg:size-4" />,
  }))
  const badge = (
    <EnvironmentBadge environment={environment} label={texts.environment} meaning={texts.environmentMeaning} />
  )
  const Icon = officeIcons[offices.current.kind]
  const choices = <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
  const icons = { kind: <Icon aria-hidden className="size-4 shrink-0 text-muted" />, choices }
  const switcher = <OfficeSwitcher {...offices} icons={icons} />
  const userMenu = <UserMenu {...user} face={<UserFace name={user.name} email={user.email} icon={choices} />} />
  return (
    <OfficeKeys search={search}>
      <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
        <a
          href="#content"
          className="sr-only z-60 rounded-md bg-accent px-3 py-2 text-sm font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
        >
          {texts.skipToContent}
        </a>

        <aside className="sticky top-0 hidden h-dvh flex-col gap-4 border-r border-line bg-surface px-3 py-4 lg:flex print:hidden">
          <div className="flex items-center justify-between gap-2 px-2">
            <Brand />
            {badge}
          </div>
          {switcher}
          <SearchButton look="box" icon={<Search aria-hidden className="size-4 shrink-0" />} />
          <SectionLinks label={texts.navigation} sections={sections} className="flex-1 overflow-y-auto" />
          {userMenu}
        </aside>

        <header className="sticky top-0 z-30 flex h-14 items-center justify-between gap-3 border-b border-line bg-canvas px-4 lg:hidden print:hidden">
          <div className="flex min-w-0 items-center gap-2.5">
            <Brand />
            {badge}
          </div>
          <div className="-mr-2 flex items-center">
            <SearchButton look="icon" icon={<Search aria-hidden className="size-5" />} />
            <PhoneMenu
              icon={<Menu aria-hidden className="size-5" />}
              sections={sections}
              navigationLabel={texts.navigation}
            >
              {switcher}
              {userMenu}
            </PhoneMenu>
          </div>
        </header>

        <main id="content" tabIndex={-1} className="min-w-0 outline-none">
          <div className="mx-auto flex max-w-6xl flex-col gap-8 text-sm px-4 py-6 sm:px-8 sm:py-10 print:max-w-none print:gap-5 print:p-0">
            {children}
          </div>
        </main>
      </div>
    </OfficeKeys>
  )
}
