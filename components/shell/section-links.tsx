'use client'
import { usePathname } from 'next/navigation'
import { type ReactNode, useId, useOptimistic } from 'react'
import { cn } from '../ui/cn'
import { PageLink } from '../ui/page-link'
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
  const [asked, ask] = useOptimistic<SectionKey | undefined>(undefined)
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
                  <Section
                    key={section.key}
                    section={section}
                    isAsked={section.key === asked}
                    onChosen={props.onChosen}
                    onOpen={() => ask(section.key)}
                  />
                ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Section(props: {
  section: SectionLink
  /** Its page is on its way. */
  isAsked: boolean
  onChosen: (() => void) | undefined
  onOpen: () => void
}) {
  const path = usePathname()
  const { key, href, opens = href, label, icon } = props.section
  const current = path === href || (key !== 'home' && path.startsWith(`${href}/`)) || alsoOf[path] === key
  return (
    <li>
      <PageLink
        href={opens}
        aria-current={current ? 'page' : undefined}
        onClick={() => props.onChosen?.()}
        onOpen={props.onOpen}
        className={cn(
          'flex h-10 items-center gap-2.5 rounded-md px-2.5 text-sm font-medium transition-colors hover:bg-hover hover:text-ink lg:h-8',
          current ? 'bg-hover text-ink [&_svg]:text-accent' : 'text-muted',
        )}
      >
        {icon}
        {label}
        <OnItsWay isAsked={props.isAsked} />
      </PageLink>
    </li>
  )
}

/** Shows that a page has been asked for. It appears after a short delay, so that it is not seen if the page comes at once. */
const OnItsWay = ({ isAsked }: { isAsked: boolean }) => (
  <Spinner className={cn('ml-auto size-4 transition-opacity', isAsked ? 'opacity-100 delay-200' : 'opacity-0')} />
)
