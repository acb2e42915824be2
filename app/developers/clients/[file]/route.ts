import { findClientFile } from '@/lib/http/developers/clients'
import { textResponse } from '@/lib/web/text-response'

/** A client in one file, as it is, to copy into a system. */
export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const { file } = await params
  return textResponse(request, () => findClientFile(file), 'text/plain')
}
