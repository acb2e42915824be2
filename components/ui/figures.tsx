import { Link } from './link'

/** A few totals, side by side; `value` is already formatted. With `href` a total leads to the rows behind it. */
export function Figures(props: {
  label: string
  figures: readonly { key: string; label: string; value: string; note?: string; href?: string }[]
}) {
  return (
    <section aria-label={props.label}>
      <dl className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(0,1fr))]">
        {props.figures.map(({ key, label, value, note, href }) => (
          <div
            key={key}
            className="relative flex min-w-0 flex-wrap items-baseline justify-between gap-x-2 gap-y-0.5 bg-raised px-4 py-2.5 sm:flex-col sm:justify-start sm:py-3"
          >
            <dt className="text-sm text-muted max-sm:mr-auto sm:text-xs">
              {href === undefined ? (
                label
              ) : (
                <Link href={href} className="after:absolute after:inset-0">
                  {label}
                </Link>
              )}
            </dt>
            <dd className="text-base font-semibold break-words tabular-nums sm:text-lg">{value}</dd>
            {note === undefined ? null : <dd className="text-xs text-muted max-sm:basis-full">{note}</dd>}
          </div>
        ))}
      </dl>
    </section>
  )
}
