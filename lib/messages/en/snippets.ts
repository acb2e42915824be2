import type { snippets as es } from '@/lib/messages/es/snippets'
import type { SameShape } from '@/lib/messages/same-shape'

export const snippets: SameShape<typeof es> = {
  keep: 'Keep it with the sale before you send it.',
  own: 'With your merchant’s own data: {names}.',
}
