/** JSON with sorted names and without absent ones (RFC 8785, which names the order); bigints (scaled decimals) are texts. */
export function canonical(value: unknown): string {
  if (typeof value === 'bigint') return `"${value}"`
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = value as Readonly<Record<string, unknown>>
    let text = ''
    // By their UTF-16 code units.
    for (const name of Object.keys(entries).sort()) {
      if (entries[name] !== undefined) text += `${text && ','}${JSON.stringify(name)}:${canonical(entries[name])}`
    }
    return `{${text}}`
  }
  return JSON.stringify(value)
}
