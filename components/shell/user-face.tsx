import type { ReactNode } from 'react'

/** What the button of the user's menu shows: their initials, name and address. */
export const UserFace = (props: { name: string; email: string; icon: ReactNode }) => (
  <>
    <span
      aria-hidden
      className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent"
    >
      {initialsOf(props.name)}
    </span>
    <span className="min-w-0 flex-1">
      <span className="block truncate text-sm font-medium">{props.name}</span>
      <span className="block truncate text-xs text-muted">{props.email}</span>
    </span>
    {props.icon}
  </>
)

/** "Ana María Peña" is AP. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const first = [...(words[0] ?? '')][0] ?? ''
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : ''
  return `${first}${last}`.toUpperCase()
}
