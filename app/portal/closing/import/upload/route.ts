import { closingPage } from '@/lib/closing/closing'
import { merchantSections } from '@/lib/web/merchant-office'
import { officeReading } from '@/lib/web/upload-route'

/** A till's list in a file, to be compared with a day. Nothing of it is kept. */
export const POST = officeReading(merchantSections.closing, closingPage)
