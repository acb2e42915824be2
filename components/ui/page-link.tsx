'use client'

import { useRouter } from 'next/navigation'
import { type ComponentProps, type MouseEvent, startTransition } from 'react'

type PageLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  href: string
  /** False for a page that shows the same place with other rows. */
  scroll?: boolean
  /** Called in the transition that opens the page, for what is shown until it is there. */
  onOpen?: () => void
}

/**
 * A link that opens a page of ours without loading a document. It is `next/link` without what nothing here uses (URL objects, fetching
 * ahead by itself, children of the old kind), which took 3 kB of each page.
 */
export function PageLink({ href, scroll = true, onOpen, onClick, children, ...rest }: PageLinkProps) {
  const router = useRouter()
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!opensHere(event)) return
        event.preventDefault()
        startTransition(() => {
          onOpen?.()
          router.push(href, { scroll })
        })
      }}
    >
      {children}
    </a>
  )
}

/** Pages that are documents of their own, without the scripts of Next (ADR-0062). */
const documents = /^\/developers(?:\/|$)/

/** Whether a click asks for a page of ours in this tab; the browser does everything else. */
const opensHere = (event: MouseEvent<HTMLAnchorElement>): boolean => {
  const { target, origin, pathname } = event.currentTarget
  return (
    !(event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
    (target === '' || target === '_self') &&
    !event.currentTarget.hasAttribute('download') &&
    origin === location.origin &&
    !documents.test(pathname)
  )
}
