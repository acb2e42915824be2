import { SectionIcon, type SectionKey } from '@/components/shell/section-icon'
import { PageLink } from '@/components/ui/page-link'
import { translations } from '@/lib/web/translations'

type Key = SectionKey

/** The sections of an office as cards, each with what it is for. */
export async function SectionCards<Shown extends Key>(props: {
  sections: readonly { readonly key: Shown; readonly href: string }[]
  about: (key: Shown) => string
}) {
  const shell = await translations('shell')
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {props.sections.map(({ key, href }) => (
        <li
          key={key}
          className="relative rounded-lg border border-line bg-raised p-5 transition-colors hover:bg-surface"
        >
          <SectionIcon section={key} className="mb-3 size-5 text-accent" />
          <h2 className="text-base font-semibold">
            <PageLink href={href} className="after:absolute after:inset-0 after:rounded-lg">
              {shell(`sections.${key as Key}`)}
            </PageLink>
          </h2>
          <p className="mt-1 text-sm text-pretty text-muted">{props.about(key)}</p>
        </li>
      ))}
    </ul>
  )
}
