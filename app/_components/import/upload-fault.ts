import type { UploadFault } from './send-file'

const valueNames = ['line', 'column', 'columns', 'rows', 'length', 'megabytes']

/** What the address says of the file that was sent last; undefined when it says nothing. Its values are texts, shown as such. */
export function uploadFaultOf(
  asked: Readonly<Record<string, string | readonly string[] | undefined>>,
): UploadFault | undefined {
  const code = asked.fault
  if (typeof code !== 'string' || !/^[a-z_]{1,40}$/.test(code)) return undefined
  const values = valueNames.map((name): [string, string | number] => {
    const value = asked[name]
    const text = typeof value === 'string' ? value.slice(0, 200) : ''
    return [name, /^\d{1,7}$/.test(text) ? Number(text) : text]
  })
  return { code, values: Object.fromEntries(values) }
}
