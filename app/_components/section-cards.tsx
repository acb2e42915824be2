import NextLink from 'next/link'
import { SectionIcon, type SectionLink } from '@/components/shell/section-links'

/** The sections of an office as cards, each with what it is for. */
export const SectionCards = ({ sections }: { sections: readonly (SectionLink & { readonly about: string })[] }) => (
  <ul className="grid gap-4 sm:grid-cols-2">
    {sections.map(({ key, href, label, about }) => (
      <li key={key} className="relative rounded-lg border border-line bg-raised p-5 transition-colors hover:bg-surface">
        <SectionIcon section={key} className="mb-3 size-5 text-accent" />
        <h2 className="text-base font-semibold">
          <NextLink href={href} prefetch={false} className="after:absolute after:inset-0 after:rounded-lg">
            {label}
          </NextLink>
        </h2>
        <p className="mt-1 text-sm text-pretty text-muted">{about}</p>
      </li>
    ))}
  </ul>
)
