import type { Asked } from '@/lib/kernel/address'

/** The query of an address as Next gives it to a page. */
export type SearchParams = Promise<Asked>
