import { closingFilterOf, closingPath } from '@/lib/closing/closing'
import { closingColumns } from '@/lib/closing/columns'
import { exportClosing } from '@/lib/closing/show-closing'
import { memberFile } from '@/lib/web/download'
import { pageLanguage } from '@/lib/web/language'
import { messages } from '@/lib/web/messages/messages'

/** The consumptions of the day by reference, as CSV or Excel. */
export const GET = memberFile('merchant.consumptions.read', async (ctx, asked) => {
  const { title, fileName, columns } = messages[await pageLanguage()].closing
  const filter = closingFilterOf(asked, new Date())
  return {
    name: [fileName, ctx.session.membership?.name ?? '', filter.day],
    sheet: title,
    columns: closingColumns(columns),
    batches: exportClosing(ctx, filter),
    listPath: closingPath(filter),
  }
})
