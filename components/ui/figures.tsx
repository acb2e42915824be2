/** A few totals, side by side; `value` is already formatted. */
export function Figures(props: {
  label: string
  figures: readonly { key: string; label: string; value: string; note?: string }[]
}) {
  return (
    <section aria-label={props.label}>
      <dl className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(0,1fr))]">
        {props.figures.map(({ key, label, value, note }) => (
          <div
            key={key}
            className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-2 gap-y-0.5 bg-raised px-4 py-2.5 sm:flex-col sm:justify-start sm:py-3"
          >
            <dt className="text-sm text-muted max-sm:mr-auto sm:text-xs">{label}</dt>
            <dd className="text-base font-semibold break-words tabular-nums sm:text-lg">{value}</dd>
            {note === undefined ? null : <dd className="text-xs text-muted">{note}</dd>}
          </div>
        ))}
      </dl>
    </section>
  )
}
