import { consumptionColumns } from '@/lib/consumptions/columns'
import { consumptionsFilterOf, consumptionsPath } from '@/lib/consumptions/filter'
import { exportConsumptions } from '@/lib/consumptions/list-consumptions'
import { localDayOf } from '@/lib/language/days'
import { messages } from '@/lib/messages/messages'
import { memberFile } from '@/lib/web/download'
import { pageLanguage } from '@/lib/web/language'

/** The consumptions that the page shows, all its pages together, as CSV or Excel. */
export const GET = memberFile('merchant.consumptions.read', async (ctx, asked) => {
  const { title, fileName, columns, statuses } = messages[await pageLanguage()].consumptions
  const filter = consumptionsFilterOf(asked)
  return {
    name: [fileName, ctx.session.membership?.name ?? '', localDayOf(new Date())],
    sheet: title,
    columns: consumptionColumns(columns, statuses),
    batches: exportConsumptions(ctx, filter),
    listPath: consumptionsPath(filter),
  }
})
