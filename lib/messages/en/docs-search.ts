import type { docsSearch as es } from '@/lib/messages/es/docs-search'
import type { SameShape } from '@/lib/messages/same-shape'

export const docsSearch: SameShape<typeof es> = {
  title: 'Search the documentation',
  placeholder: 'Error code, field, operation or topic',
  noneHint: 'Search an error code, the name of a field or the beginning of a word.',
  kinds: { guides: 'Guides', reference: 'Operations', errors: 'Errors', changes: 'Changes' },
}
