import * as z from 'zod'
import { listOwnSales } from '@/lib/till/list-own-sales'
import { merchantSections } from '@/lib/web/merchant-office'
import { officeCall } from '@/lib/web/office-call'

/** The member's own last sales of today. */
export const POST = officeCall(merchantSections.till, z.object({}), listOwnSales)
