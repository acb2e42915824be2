import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

const merge = extendTailwindMerge({ extend: { theme: { shadow: ['control', 'popup', 'dialog'] } } })

/** Joins class names; of two that set the same property, the later one counts. */
export const cn = (...classes: ClassValue[]): string => merge(clsx(classes))
