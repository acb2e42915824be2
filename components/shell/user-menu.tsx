'use client'

import { ChevronsUpDown } from 'lucide-react'
import { lazy, useRef, useTransition } from 'react'
import { useTranslations } from '@/components/texts'
import { Menu } from '../ui/menu'
import type { UserMenuProps } from './user-menu-items'

/** The items are loaded with the menu. */
const Items = lazy(() => import('./user-menu-items'))

/** Who is signed in, with links to their account, the choice of language and theme, and sign-out. */
export function UserMenu(props: UserMenuProps) {
  const t = useTranslations('shell')
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
        <Items {...props} send={send} onSignOut={() => signOut.current?.requestSubmit()} />
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
