import { closingFileOf, closingFilterOf, closingPath } from '@/lib/closing/closing'
import { closingColumns, closingSumColumns } from '@/lib/closing/columns'
import { exportClosing, exportClosingSums } from '@/lib/closing/show-closing'
import { askedOf } from '@/lib/kernel/address'
import { messages } from '@/lib/messages/messages'
import { officeFile } from '@/lib/web/download'
import { pageLanguage } from '@/lib/web/language'
import { merchantSections } from '@/lib/web/merchant-office'

/** The consumptions of the day by reference. */
const consumptions = officeFile(merchantSections.closing, async (ctx, asked) => {
  const texts = messages[await pageLanguage()]
  const { title, fileName, columns } = texts.closing
  const filter = closingFilterOf(asked, new Date())
  return {
    name: [fileName, ctx.session.membership?.name ?? '', filter.day],
    sheet: title,
    columns: closingColumns({ ...texts.consumptions.columns, ...columns }),
    batches: exportClosing(ctx, filter),
    listPath: closingPath(filter),
  }
})

/** What was authorized, consumed, expired and released that day, by branch. */
const sums = officeFile(merchantSections.closing, async (ctx, asked) => {
  const { byBranch, sumsFileName, sums: columns, noBranch, total } = messages[await pageLanguage()].closing
  const filter = closingFilterOf(asked, new Date())
  return {
    name: [sumsFileName, ctx.session.membership?.name ?? '', filter.day],
    sheet: byBranch,
    columns: closingSumColumns(columns),
    batches: exportClosingSums(ctx, filter, { noBranch, total }),
    listPath: closingPath(filter),
  }
})

/** A day as CSV or Excel: its consumptions, or with `of=sums` its sums. */
export const GET = (request: Request): Promise<Response> =>
  (closingFileOf(askedOf(request.url)) === 'sums' ? sums : consumptions)(request)
