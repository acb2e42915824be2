/** JSON with sorted names and without absent ones (RFC 8785, which names the order); bigints (scaled decimals) are texts. */
export function canonical(value: unknown): string {
  if (typeof value === 'bigint') return `"${value}"`
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
    entries.sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([name, entry]) => `${JSON.stringify(name)}:${canonical(entry)}`).join(',')}}`
  }
  return JSON.stringify(value)
}
