'use client'

import { type ReactNode, useRef, useTransition } from 'react'
import { useTranslations } from '@/components/texts'
import { Opener } from '../ui/opener'
import { partsOf } from '../ui/parts-of'
import type { UserMenuProps } from './user-menu-items'

const menu = partsOf(() => import('./user-menu-items'))
const UserMenuItems = menu.part('UserMenuItems')

/** Who is signed in, with links to their account, the choice of language and theme, and sign-out. */
export function UserMenu({ face, ...props }: UserMenuProps & { face: ReactNode }) {
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
      <Opener
        kind="menu"
        loads={menu}
        trigger={
          <button
            type="button"
            aria-busy={pending}
            aria-label={t('userMenu', { name: props.name })}
            className="flex w-full min-w-0 items-center gap-2.5 rounded-md px-2 py-1.5 text-left hover:bg-hover"
          >
            {face}
          </button>
        }
      >
        {(opened) => (
          <UserMenuItems {...props} opened={opened} send={send} onSignOut={() => signOut.current?.requestSubmit()} />
        )}
      </Opener>
    </>
  )
}
