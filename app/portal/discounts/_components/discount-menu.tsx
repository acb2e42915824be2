'use client'

import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Menu } from '@/components/ui/menu'
import { MenuItem, MenuLink, MenuSeparator } from '@/components/ui/menu-items'
import type { Opened } from '@/components/ui/opener'
import { discountPath } from './discount-path'
import { type Asked, MoveDialog } from './move-dialog'
import type { Target } from './target'
import { useActionLook } from './use-action-look'

/** What can be done with a discount, with its dialogs. */
export function DiscountMenu({ target, opened }: { target: Target; opened: Opened }) {
  const t = useTranslations('discounts')
  const look = useActionLook(target)
  // The action stays set while its dialog closes.
  const [asked, setAsked] = useState<Asked>()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Menu {...opened}>
        <MenuLink href={discountPath(target)} icon={<Eye aria-hidden />}>
          {t('seeDetails')}
        </MenuLink>
        <MenuSeparator />
        {target.actions.map((action) => {
          const { label, icon } = look(action)
          return action === 'edit' ? (
            <MenuLink key={action} href={discountPath(target, 'edit')} icon={icon}>
              {label}
            </MenuLink>
          ) : (
            <MenuItem
              key={action}
              icon={icon}
              {...(action === 'end' ? { tone: 'danger' as const } : {})}
              onClick={() => {
                setAsked(action)
                setOpen(true)
              }}
            >
              {label}
            </MenuItem>
          )
        })}
      </Menu>
      {asked === undefined ? null : <MoveDialog target={target} asked={asked} open={open} onOpenChange={setOpen} />}
    </>
  )
}
