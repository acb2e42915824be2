'use client'

import type { ComponentProps, ReactNode } from 'react'
import { useTranslations } from '@/components/texts'
import { type ButtonLook, buttonClasses } from './button-classes'
import { cn } from './cn'
import { useFormContext } from './form-context'
import { Spinner } from './spinner'
import { Tooltip } from './tooltip'

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> &
  ButtonLook & {
    /** Shows that the action is running, and prevents a second press. A submit button of a `<Form>` does so by itself. */
    pending?: boolean
    disabled?: boolean | undefined
    /** Why the button can't be pressed now, said on hover and focus: the button stays reachable by keyboard. */
    disabledReason?: string | undefined
    icon?: ReactNode
  }

/** A button that does something. To go somewhere, use a `ButtonLink`. */
export function Button({
  variant,
  size,
  pending = false,
  disabled = false,
  disabledReason,
  icon,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const t = useTranslations('ui')
  const form = useFormContext()
  const working = pending || (type === 'submit' && form?.pending === true)
  const inert = working || disabledReason !== undefined
  const button = (
    <button
      {...rest}
      type={type}
      disabled={disabled}
      aria-disabled={inert || undefined}
      aria-busy={working || rest['aria-busy'] || undefined}
      onClick={(event) => (inert ? event.preventDefault() : onClick?.(event))}
      className={cn(buttonClasses({ variant, size }), className)}
    >
      {working ? <Spinner className="size-4" /> : icon}
      {children}
      {working ? <span className="sr-only">{t('working')}</span> : null}
    </button>
  )
  return disabledReason === undefined ? button : <Tooltip text={disabledReason}>{button}</Tooltip>
}

/** A button that shows only an icon: `label` says what it does, visibly on hover, and always to a screen reader. */
export function IconButton({ label, children, ...rest }: Omit<ButtonProps, 'icon'> & { label: string }) {
  return (
    <Tooltip text={label}>
      <Button variant="ghost" {...rest} size="icon" aria-label={label}>
        {children}
      </Button>
    </Tooltip>
  )
}
