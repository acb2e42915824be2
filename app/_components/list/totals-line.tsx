/** What all rows of a list add up to, all its pages together, in one line; each `value` is already formatted. */
export function TotalsLine(props: {
  label: string
  figures: readonly { readonly key: string; readonly label: string; readonly value: string }[]
}) {
  return (
    <section aria-label={props.label} className="text-sm">
      <dl className="flex flex-wrap gap-x-5 gap-y-1">
        {props.figures.map(({ key, label, value }) => (
          <div key={key} className="flex items-baseline gap-1.5">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
