'use client'

import { LogOut, MonitorSmartphone, Network, ShieldCheck, UserRound } from 'lucide-react'
import { useTranslations } from '@/components/texts'
import { type Language, languages } from '@/lib/language/language'
import { Menu } from '../ui/menu'
import { MenuChoices, MenuItem, MenuLink, MenuSeparator } from '../ui/menu-items'
import type { Opened } from '../ui/opener'

const icons = { profile: UserRound, security: ShieldCheck, sessions: MonitorSmartphone, operator: Network }
const themes = ['system', 'light', 'dark'] as const

export type UserMenuProps = {
  name: string
  email: string
  links: readonly { readonly key: keyof typeof icons; readonly href: string }[]
  language: Language
  theme: 'system' | 'light' | 'dark'
  chooseLanguage: (entries: FormData) => Promise<void>
  chooseTheme: (entries: FormData) => Promise<void>
  /** Where the form that signs out is posted: a route of its own, because its answer also empties the browser's caches. */
  signOutPath: string
}

/** What a user can do from every page, in a menu. */
export function UserMenuItems({
  opened,
  send,
  onSignOut,
  ...props
}: UserMenuProps & {
  opened: Opened
  send: (action: UserMenuProps['chooseLanguage'], name: string, value: string) => void
  onSignOut: () => void
}) {
  const t = useTranslations('shell')
  const common = useTranslations('common')
  return (
    <Menu {...opened} align="start" side="top" isFixed className="w-60">
      {props.links.map(({ key, href }) => {
        const Icon = icons[key]
        return (
          <MenuLink key={key} href={href} icon={<Icon aria-hidden />}>
            {t(`account.${key}`)}
          </MenuLink>
        )
      })}
      <MenuSeparator />
      <MenuChoices
        label={common('language')}
        value={props.language}
        options={languages.map((value) => ({ value, label: common(`languages.${value}`) }))}
        onChange={(value) => send(props.chooseLanguage, 'language', value)}
      />
      <MenuSeparator />
      <MenuChoices
        label={common('theme')}
        value={props.theme}
        options={themes.map((value) => ({ value, label: common(`themes.${value}`) }))}
        onChange={(value) => send(props.chooseTheme, 'theme', value)}
      />
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onClick={onSignOut}>
        {common('signOut')}
      </MenuItem>
    </Menu>
  )
}
