'use client'
import NextLink, { useLinkStatus } from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, useId } from 'react'
import { cn } from '../ui/cn'
import { Spinner } from '../ui/spinner'
import type { SectionKey } from './section-icon'

/** Pages that are a view of a section, although their path is not below the section's. */
const alsoOf: Readonly<Record<string, SectionKey>> = { '/portal/authorizations': 'consumptions' }

export type SectionLink = {
  readonly key: SectionKey
  readonly href: string
  /** The view of it with which the reader wants it to open. */
  readonly opens?: string | undefined
  readonly label: string
  /** Drawn by the server, so that no page loads the icons of all sections. */
  readonly icon: ReactNode
  /** The name of the group in which it stands. */
  readonly group?: string | undefined
}

/** The sections of an office in their groups, with the one that is open marked. */
export function SectionLinks(props: {
  label: string
  sections: readonly SectionLink[]
  className?: string
  onChosen?: () => void
}) {
  const id = useId()
  const groups = [...new Set(props.sections.map(({ group }) => group))]
  return (
    <nav aria-label={props.label} className={props.className}>
      <ul className="flex flex-col gap-3">
        {groups.map((group, n) => (
          <li key={group ?? ''}>
            {group === undefined ? null : (
              <p id={`${id}-${n}`} className="px-2.5 pb-1 text-xs font-medium text-muted">
                {group}
              </p>
            )}
            <ul aria-labelledby={group === undefined ? undefined : `${id}-${n}`} className="flex flex-col gap-0.5">
              {props.sections
                .filter((section) => section.group === group)
                .map((section) => (
                  <Section key={section.key} section={section} onChosen={props.onChosen} />
                ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Section(props: { section: SectionLink; onChosen: (() => void) | undefined }) {
  const path = usePathname()
  const { key, href, opens = href, label, icon } = props.section
  const current = path === href || (key !== 'home' && path.startsWith(`${href}/`)) || alsoOf[path] === key
  return (
    <li>
      <NextLink
        href={opens}
        prefetch={false}
        aria-current={current ? 'page' : undefined}
        onClick={() => props.onChosen?.()}
        className={cn(
          'flex h-10 items-center gap-2.5 rounded-md px-2.5 text-sm font-medium transition-colors hover:bg-hover hover:text-ink lg:h-8',
          current ? 'bg-hover text-ink [&_svg]:text-accent' : 'text-muted',
        )}
      >
        {icon}
        {label}
        <OnItsWay />
      </NextLink>
    </li>
  )
}

/** Shows that a page has been asked for. It appears after a short delay, so that it is not seen if the page comes at once. */
function OnItsWay() {
  const { pending } = useLinkStatus()
  return (
    <Spinner className={cn('ml-auto size-4 transition-opacity', pending ? 'opacity-100 delay-200' : 'opacity-0')} />
  )
}
