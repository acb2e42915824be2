import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a request asks for metrics with that token as its bearer. Nobody else learns that there are any. */
export function maySeeMetrics(request: Request, token: string): boolean {
  const sha256 = (text: string) => createHash('sha256').update(text).digest()
  const [, sent] = /^bearer +(\S+)$/i.exec(request.headers.get('authorization')?.trim() ?? '') ?? []
  // Digests are of one length, so the comparison tells nothing by its time.
  return request.method === 'GET' && sent !== undefined && timingSafeEqual(sha256(sent), sha256(token))
}
