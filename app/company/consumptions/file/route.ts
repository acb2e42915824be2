import { localDayOf } from '@/lib/language/days'
import { messages } from '@/lib/messages/messages'
import { companyConsumptionColumns } from '@/lib/sales/company/columns'
import { companyConsumptionsFilterOf, companyConsumptionsPath } from '@/lib/sales/company/filter'
import { exportConsumptions } from '@/lib/sales/company/list-consumptions'
import { companySections } from '@/lib/web/company-office'
import { officeFile } from '@/lib/web/download'
import { pageLanguage } from '@/lib/web/language'

/** The consumptions that the page shows, all its pages together, as CSV or Excel. */
export const GET = officeFile(companySections.consumptions, async (ctx, asked) => {
  const { title, fileName, columns } = messages[await pageLanguage()].companyConsumptions
  const filter = companyConsumptionsFilterOf(asked)
  return {
    name: [fileName, ctx.session.companyMembership?.name ?? '', localDayOf(new Date())],
    sheet: title,
    columns: companyConsumptionColumns(columns),
    batches: exportConsumptions(ctx, filter),
    listPath: companyConsumptionsPath(filter),
  }
})
