'use client'

import { ChevronsUpDown, LogOut, MonitorSmartphone, ShieldCheck, UserRound } from 'lucide-react'
import { useRef, useTransition } from 'react'
import { useTranslations } from '@/components/texts'
import { type Language, languages } from '@/lib/language/language'
import { Menu, MenuChoices, MenuItem, MenuLink, MenuSeparator } from '../ui/menu'

const icons = { profile: UserRound, security: ShieldCheck, sessions: MonitorSmartphone }
const themes = ['system', 'light', 'dark'] as const

export type UserMenuProps = {
  name: string
  email: string
  links: readonly { readonly key: keyof typeof icons; readonly href: string }[]
  language: Language
  theme: (typeof themes)[number]
  chooseLanguage: (entries: FormData) => Promise<void>
  chooseTheme: (entries: FormData) => Promise<void>
  /** Where the form that signs out is posted: a route of its own, because its answer also empties the browser's caches. */
  signOutPath: string
}

/** Who is signed in, with links to their account, the choice of language and theme, and sign-out. */
export function UserMenu(props: UserMenuProps) {
  const t = useTranslations('shell')
  const common = useTranslations('common')
  const [pending, start] = useTransition()
  const signOut = useRef<HTMLFormElement>(null)
  const send = (action: (entries: FormData) => Promise<void>, name: string, value: string) => {
    const entries = new FormData()
    entries.set(name, value)
    start(() => action(entries))
  }
  return (
    <>
      <form ref={signOut} method="post" action={props.signOutPath} hidden />
      <Menu
        align="start"
        side="top"
        isFixed
        className="w-60"
        trigger={
          <button
            type="button"
            aria-busy={pending}
            aria-label={t('userMenu', { name: props.name })}
            className="flex w-full min-w-0 items-center gap-2.5 rounded-md px-2 py-1.5 text-left hover:bg-hover"
          >
            <span
              aria-hidden
              className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent"
            >
              {initialsOf(props.name)}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm font-medium">{props.name}</span>
              <span className="block truncate text-xs text-muted">{props.email}</span>
            </span>
            <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
          </button>
        }
      >
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
        <MenuItem icon={<LogOut aria-hidden />} onClick={() => signOut.current?.requestSubmit()}>
          {common('signOut')}
        </MenuItem>
      </Menu>
    </>
  )
}

/** "Ana María Peña" is AP. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const first = [...(words[0] ?? '')][0] ?? ''
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : ''
  return `${first}${last}`.toUpperCase()
}
