'use client'

import type { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import NextLink from 'next/link'
import { type ComponentProps, type ReactNode, use } from 'react'
import { cn } from './cn'
import { MenuParts } from './menu-parts'

/** What stands in a menu. It has a file of its own, so that what only opens a menu does not load it. */

function useMenuParts(): typeof Base {
  const parts = use(MenuParts)
  if (parts === undefined) throw new Error('An item of a menu outside of a menu')
  return parts
}

const item =
  'flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left text-sm outline-none select-none data-highlighted:bg-hover data-disabled:cursor-not-allowed data-disabled:text-muted [&_svg]:size-4 [&_svg]:shrink-0'

const mutedIcon = '[&_svg]:text-muted'

export function MenuItem({
  tone,
  icon,
  className,
  children,
  ...rest
}: Omit<ComponentProps<typeof Base.Item>, 'className'> & { tone?: 'danger'; icon?: ReactNode; className?: string }) {
  const Parts = useMenuParts()
  return (
    <Parts.Item {...rest} className={cn(item, tone === 'danger' ? 'text-danger' : mutedIcon, className)}>
      {icon}
      {children}
    </Parts.Item>
  )
}

export function MenuLink(props: { href: string; icon?: ReactNode; children: ReactNode }) {
  const Parts = useMenuParts()
  return (
    <Parts.LinkItem
      closeOnClick
      className={cn(item, mutedIcon)}
      render={<NextLink href={props.href} prefetch={false} />}
    >
      {props.icon}
      {props.children}
    </Parts.LinkItem>
  )
}

/** Several options, of which one is in force. */
export function MenuChoices(props: {
  label: string
  value: string
  options: readonly { value: string; label: ReactNode }[]
  onChange: (value: string) => void
}) {
  const Parts = useMenuParts()
  return (
    <Parts.RadioGroup value={props.value} onValueChange={(value) => props.onChange(String(value))}>
      <Parts.GroupLabel className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">{props.label}</Parts.GroupLabel>
      {props.options.map((option) => (
        <Parts.RadioItem
          key={option.value}
          value={option.value}
          closeOnClick
          className={cn(item, mutedIcon, 'justify-between')}
        >
          <span className="min-w-0 truncate">{option.label}</span>
          <Parts.RadioItemIndicator>
            <Check aria-hidden />
          </Parts.RadioItemIndicator>
        </Parts.RadioItem>
      ))}
    </Parts.RadioGroup>
  )
}

export function MenuSeparator() {
  const Parts = useMenuParts()
  return <Parts.Separator className="mx-1 my-1 h-px bg-line" />
}
