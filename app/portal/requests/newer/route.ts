import * as z from 'zod'
import { listNewer } from '@/lib/requests/list-newer'
import { merchantSections } from '@/lib/web/merchant-office'
import { officeCall } from '@/lib/web/office-call'

const asked = z.object({ query: z.string().max(2_000), newest: z.string().max(36).nullable() })

/** What came to the list since, for a page that follows it. */
export const POST = officeCall(merchantSections.requests, asked, listNewer)
