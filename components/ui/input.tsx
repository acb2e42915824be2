'use client'

import { ChevronDown, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useTranslations } from '@/components/texts'
import { cn } from './cn'
import { useField } from './field'

/** 16 px on a phone: below that, iOS zooms into the page. */
const control = cn(
  'w-full min-w-0 rounded-md border border-control bg-canvas text-base text-ink shadow-control transition-colors sm:text-sm',
  'hover:border-muted focus-visible:border-accent focus-visible:outline-offset-0',
  'aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-surface disabled:text-muted',
)

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useField()} {...rest} className={cn(control, 'h-10 px-3 sm:h-9', className)} />
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...useField()} {...rest} className={cn(control, 'px-3 py-2', className)} />
}

/** The browser's own list of choices: the best there is on a phone, and it works before the script has loaded. */
export function Select({
  options,
  placeholder,
  className,
  ...rest
}: Omit<ComponentProps<'select'>, 'children'> & {
  options: readonly { value: string; label: string; disabled?: boolean }[]
  placeholder?: string
}) {
  return (
    <div className={cn('relative min-w-0', className)}>
      <select {...useField()} {...rest} className={cn(control, 'h-10 appearance-none truncate pr-9 pl-3 sm:h-9')}>
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted" />
    </div>
  )
}

/** A password can be pasted, managed by a password manager, and looked at (WCAG 3.3.8). */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const t = useTranslations('ui')
  const [shown, setShown] = useState(false)
  const label = shown ? t('hidePassword') : t('showPassword')
  return (
    <div className={cn('relative', className)}>
      <Input
        autoComplete="current-password"
        spellCheck={false}
        {...rest}
        type={shown ? 'text' : 'password'}
        className="pr-11"
      />
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-1 my-auto flex size-8 items-center justify-center rounded-md text-muted hover:text-ink"
      >
        {shown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
      </button>
    </div>
  )
}

/** A code of an authenticator app: one field, so that it can be pasted and filled in by the browser. */
export function CodeInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <Input
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      {...rest}
      className={cn('font-mono tracking-[0.2em] placeholder:tracking-[0.2em]', className)}
    />
  )
}
