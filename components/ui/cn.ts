import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

const merge = extendTailwindMerge({ extend: { theme: { shadow: ['control', 'popup', 'dialog'] } } })

/** Class names joined; of two that set the same thing, the later one counts. */
export const cn = (...classes: ClassValue[]): string => merge(clsx(classes))
