'use client'

import {
  ArrowLeftRight,
  Building2,
  Calculator,
  ClipboardList,
  Gift,
  House,
  IdCard,
  KeyRound,
  LoaderCircle,
  MapPin,
  Package,
  Receipt,
  Store,
  Tag,
  Users,
} from 'lucide-react'
import NextLink, { useLinkStatus } from 'next/link'
import { usePathname } from 'next/navigation'
import { cn } from '../ui/cn'

const icons = {
  home: House,
  integrations: KeyRound,
  requests: ArrowLeftRight,
  consumptions: Receipt,
  closing: Calculator,
  discounts: Tag,
  companies: Building2,
  catalog: Package,
  branches: MapPin,
  team: Users,
  collaborators: IdCard,
  benefits: Gift,
  merchants: Store,
  activity: ClipboardList,
}

/** Pages that are a view of a section, although their path is not below the section's. */
const alsoOf: Readonly<Record<string, keyof typeof icons>> = { '/portal/authorizations': 'consumptions' }

/** The icon of a section. */
export function SectionIcon({ section, className }: { section: keyof typeof icons; className?: string }) {
  const Icon = icons[section]
  return <Icon aria-hidden className={cn('shrink-0', className)} />
}

export type SectionLink = { readonly key: keyof typeof icons; readonly href: string; readonly label: string }

/** The sections of an office, with the one that is open marked. */
export function SectionLinks(props: {
  label: string
  sections: readonly SectionLink[]
  className?: string
  onChosen?: () => void
}) {
  const path = usePathname()
  return (
    <nav aria-label={props.label} className={props.className}>
      <ul className="flex flex-col gap-0.5">
        {props.sections.map(({ key, href, label }) => {
          const current = path === href || (key !== 'home' && path.startsWith(`${href}/`)) || alsoOf[path] === key
          return (
            <li key={key}>
              <NextLink
                href={href}
                prefetch={false}
                aria-current={current ? 'page' : undefined}
                onClick={() => props.onChosen?.()}
                className={cn(
                  'flex h-10 items-center gap-2.5 rounded-md px-2.5 text-sm font-medium text-muted transition-colors hover:bg-hover hover:text-ink lg:h-8.5',
                  current && 'bg-hover text-ink [&_svg]:text-accent',
                )}
              >
                <SectionIcon section={key} className="size-4.5 lg:size-4" />
                {label}
                <OnItsWay />
              </NextLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Shows that a page has been asked for. It appears after a short delay, so that it is not seen if the page comes at once. */
function OnItsWay() {
  const { pending } = useLinkStatus()
  return (
    <LoaderCircle
      aria-hidden
      className={cn('ml-auto size-4 animate-spin opacity-0 transition-opacity', pending && 'opacity-100 delay-200')}
    />
  )
}
