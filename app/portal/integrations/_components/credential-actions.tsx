'use client'

import { Eye, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { MenuItem, MenuLink, MenuSeparator } from '@/components/ui/in-menu'
import { RowMenu } from '@/components/ui/row-menu'
import type { Addresses } from '../new-secret'
import { EndDialog } from './end-dialog'
import { RotateDialog } from './rotate-dialog'
import type { Target } from './target'

type ActionsProps = { target: Target; addresses: Addresses; needsCode: boolean; look: 'menu' | 'buttons' }

/** What can be done with a credential, as the menu of its row or the buttons of its page. */
export function CredentialActions({ target, look, ...rest }: ActionsProps) {
  const t = useTranslations('integrations')
  const [asked, setAsked] = useState<Target['actions'][number]>()
  const icons = { rotate: <RotateCw aria-hidden />, revoke: <Trash2 aria-hidden />, delete: <Trash2 aria-hidden /> }
  const shared = (action: typeof asked) => ({
    ...rest,
    target,
    open: asked === action,
    onOpenChange: (open: boolean) => setAsked(open ? action : undefined),
  })
  return (
    <>
      {look === 'menu' ? (
        <RowMenu label={t('actionsOf', { name: target.name })}>
          <MenuLink href={target.href} icon={<Eye aria-hidden />}>
            {t('seeDetails')}
          </MenuLink>
          {target.actions.length > 0 ? <MenuSeparator /> : null}
          {target.actions.map((action) => (
            <MenuItem
              key={action}
              icon={icons[action]}
              {...(action === 'rotate' ? {} : { tone: 'danger' as const })}
              onClick={() => setAsked(action)}
            >
              {t(`${action}.action`)}
            </MenuItem>
          ))}
        </RowMenu>
      ) : (
        target.actions.map((action) => (
          <Button
            key={action}
            icon={icons[action]}
            variant={action === 'rotate' ? 'secondary' : 'danger-quiet'}
            onClick={() => setAsked(action)}
          >
            {t(`${action}.action`)}
          </Button>
        ))
      )}
      {target.actions.includes('rotate') ? <RotateDialog {...shared('rotate')} /> : null}
      {target.actions.includes('revoke') ? <EndDialog end="revoke" {...shared('revoke')} /> : null}
      {target.actions.includes('delete') ? <EndDialog end="delete" {...shared('delete')} /> : null}
    </>
  )
}
