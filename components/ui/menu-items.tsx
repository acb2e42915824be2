'use client'

import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn'
import { PageLink } from './page-link'

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
  return (
    <Base.Item {...rest} className={cn(item, tone === 'danger' ? 'text-danger' : mutedIcon, className)}>
      {icon}
      {children}
    </Base.Item>
  )
}

export function MenuLink(props: { href: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <Base.LinkItem closeOnClick className={cn(item, mutedIcon)} render={<PageLink href={props.href} />}>
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
      <Base.GroupLabel className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">{props.label}</Base.GroupLabel>
      {props.options.map((option) => (
        <Base.RadioItem
          key={option.value}
          value={option.value}
          closeOnClick
          className={cn(item, mutedIcon, 'justify-between')}
        >
          <span className="min-w-0 truncate">{option.label}</span>
          <Base.RadioItemIndicator>
            <Check aria-hidden />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="mx-1 my-1 h-px bg-line" />
}
