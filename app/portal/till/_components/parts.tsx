'use client'

import type { ComponentProps, ReactNode } from 'react'
import { useLocale } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { formats } from '@/lib/language/formats'

/** Of pesos as the service answers them. */
export function usePesos(): (pesos: number) => string {
  const { amount } = useFormats()
  return (pesos) => amount(Math.round(pesos * 100))
}

export const useFormats = () => formats(useLocale() === 'en-US' ? 'en' : 'es')

/** The main choices of a step, where a thumb reaches them: at the bottom of a phone, and in the page on a desktop. */
export const Choices = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-0 z-10 -mx-4 flex flex-col gap-3 border-t border-line bg-canvas px-4 py-3 sm:static sm:mx-0 sm:flex-row-reverse sm:items-center sm:justify-end sm:border-0 sm:px-0 sm:py-0">
    {children}
  </div>
)

/** A large button; a key that is held down presses it once. */
export const BigButton = ({ className, ...rest }: ComponentProps<typeof Button>) => (
  <Button
    {...rest}
    onKeyDown={(event) => {
      if (event.repeat) event.preventDefault()
    }}
    className={cn('h-14 w-full text-base sm:h-12 sm:w-auto sm:min-w-44', className)}
  />
)

export const largeInput = 'h-13 text-lg sm:h-12 sm:text-base'
