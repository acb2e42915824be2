import type { Asked } from '@/lib/kernel/address'

/** What Next gives a page of the address's query. */
export type SearchParams = Promise<Asked>
