'use client'

import { Menu as Base } from '@base-ui/react/menu'
import { Check, MoreHorizontal } from 'lucide-react'
import NextLink from 'next/link'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { IconButton } from './button'
import { cn } from './cn'

/** A button that opens a menu of actions. An action that changes something only opens a dialog. */
export function Menu(props: {
  trigger: ReactElement
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  /** Whether the button stays in place when the page scrolls; the menu then stays too. */
  isFixed?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <Base.Root>
      <Base.Trigger render={props.trigger} />
      <Base.Portal>
        <Base.Positioner
          align={props.align ?? 'end'}
          side={props.side ?? 'bottom'}
          positionMethod={props.isFixed ? 'fixed' : 'absolute'}
          // If the open menu were positioned again, it would move between a press and its release, and the press would be lost.
          disableAnchorTracking
          sideOffset={6}
          collisionPadding={8}
          className="z-55"
        >
          <Base.Popup
            className={cn(
              'max-h-(--available-height) min-w-48 max-w-[min(20rem,calc(100vw-1rem))] overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-popup',
              'origin-(--transform-origin) transition duration-100 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0',
              props.className,
            )}
          >
            {props.children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** The menu of a row: three dots with a name of their own, such as "Acciones de POS caja 3". */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu
      trigger={
        <IconButton label={label}>
          <MoreHorizontal aria-hidden />
        </IconButton>
      }
    >
      {children}
    </Menu>
  )
}

const item =
  'flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left text-sm outline-none select-none data-highlighted:bg-hover data-disabled:cursor-not-allowed data-disabled:text-muted [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted'

export function MenuItem({
  tone,
  icon,
  className,
  children,
  ...rest
}: Omit<ComponentProps<typeof Base.Item>, 'className'> & { tone?: 'danger'; icon?: ReactNode; className?: string }) {
  return (
    <Base.Item {...rest} className={cn(item, tone === 'danger' && 'text-danger [&_svg]:text-danger', className)}>
      {icon}
      {children}
    </Base.Item>
  )
}

export function MenuLink(props: { href: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <Base.LinkItem closeOnClick className={item} render={<NextLink href={props.href} prefetch={false} />}>
      {props.icon}
      {props.children}
    </Base.LinkItem>
  )
}

/** Several options, of which one is in force. */
export function MenuChoices(props: {
  label: string
  value: string
  options: readonly { value: string; label: ReactNode }[]
  onChange: (value: string) => void
}) {
  return (
    <Base.RadioGroup value={props.value} onValueChange={(value) => props.onChange(String(value))}>
      <MenuLabel>{props.label}</MenuLabel>
      {props.options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} closeOnClick className={cn(item, 'justify-between')}>
          <span className="min-w-0 truncate">{option.label}</span>
          <Base.RadioItemIndicator>
            <Check aria-hidden />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

/** The heading of the choices below it; only within a group. */
function MenuLabel({ children }: { children: ReactNode }) {
  return <Base.GroupLabel className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">{children}</Base.GroupLabel>
}

export function MenuSeparator() {
  return <Base.Separator className="mx-1 my-1 h-px bg-line" />
}
