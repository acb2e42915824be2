import { OfficeFault } from '@/lib/kernel/office-fault'
import type { Sending } from './sending'

export type UploadedFile = { readonly name: string; readonly bytes: Uint8Array }

/** The one file of a form, as `file`. Throws `file_missing`. */
export async function fileOf({ body, contentType }: Sending): Promise<UploadedFile> {
  const form = await new Response(body, { headers: { 'Content-Type': contentType } }).formData().catch(() => undefined)
  const file = form?.get('file')
  if (!(file instanceof File) || (file.name === '' && file.size === 0)) throw new OfficeFault('file_missing')
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
}
