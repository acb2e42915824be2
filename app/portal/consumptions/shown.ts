import { cache } from 'react'
import { consumptionsPage } from '@/lib/sales/consumptions/filter'
import { showConsumption } from '@/lib/sales/consumptions/show-consumption'
import { orNotFound } from '@/lib/web/id-of'
import { merchantSections } from '@/lib/web/merchant-office'

/** The consumption of an address, read once for the title and the page. */
export const shown = cache(async (code: string) => {
  const access = await merchantSections.consumptions.access()
  if (!access.granted) return access
  return { ...access, view: await orNotFound(showConsumption(access.ctx, textOfSegment(code))) }
})

/** The address of a consumption, and of its receipt. */
export const consumptionPath = (code: string): string => `${consumptionsPage}/${encodeURIComponent(code)}`
export const receiptPath = (code: string): string => `${consumptionPath(code)}/receipt`

/** Next passes the segment of the URL still encoded. A segment that cannot be decoded is no consumption's code. */
function textOfSegment(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('\0', '')
  } catch {
    return segment
  }
}
