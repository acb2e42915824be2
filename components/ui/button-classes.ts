import { cn } from './cn'

export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-quiet' | undefined
  size?: 'small' | 'medium' | 'icon' | undefined
}

const variants = {
  primary: 'bg-accent text-on-accent shadow-control hover:bg-accent-strong',
  secondary: 'border border-line bg-raised text-ink shadow-control hover:bg-hover',
  ghost: 'text-ink hover:bg-hover',
  'danger-quiet': 'border border-line bg-raised text-danger shadow-control hover:bg-danger-soft',
  danger: 'bg-danger-fill text-on-danger shadow-control hover:bg-danger-strong',
}

const sizes = {
  small: 'h-8 gap-1.5 px-2.5',
  medium: 'h-10 gap-2 px-4 sm:h-9 sm:px-3.5',
  icon: 'size-9 sm:size-8',
}

/** The classes of a button, and of a link that looks like one. */
export const buttonClasses = ({ variant = 'secondary', size = 'medium' }: ButtonLook): string =>
  cn(
    'inline-flex shrink-0 items-center justify-center rounded-md text-sm font-medium whitespace-nowrap select-none',
    'transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-60',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
  )
