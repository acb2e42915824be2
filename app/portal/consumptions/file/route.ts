import { localDayOf } from '@/lib/language/days'
import { messages } from '@/lib/messages/messages'
import { consumptionColumns } from '@/lib/sales/consumptions/columns'
import { consumptionsFilterOf, consumptionsPath } from '@/lib/sales/consumptions/filter'
import { exportConsumptions } from '@/lib/sales/consumptions/list-consumptions'
import { officeFile } from '@/lib/web/download'
import { pageLanguage } from '@/lib/web/language'
import { merchantSections } from '@/lib/web/merchant-office'

/** The consumptions that the page shows, all its pages together, as CSV or Excel. */
export const GET = officeFile(merchantSections.consumptions, async (ctx, asked) => {
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
