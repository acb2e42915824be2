import { type Asked, textOf } from '@/lib/kernel/address'
import type { UploadFault } from './send-file'

const valueNames = ['line', 'column', 'columns', 'rows', 'length', 'megabytes']

/** The fault of the file that was sent last, from the URL; undefined if the URL has none. Its values are only shown as text. */
export function uploadFaultOf(asked: Asked): UploadFault | undefined {
  const code = textOf(asked, 'fault')
  if (code === undefined || !/^[a-z_]{1,40}$/.test(code)) return undefined
  const values = valueNames.map((name): [string, string | number] => {
    const text = textOf(asked, name)?.slice(0, 200) ?? ''
    return [name, /^\d{1,7}$/.test(text) ? Number(text) : text]
  })
  return { code, values: Object.fromEntries(values) }
}
