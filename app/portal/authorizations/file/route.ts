import { localDayOf } from '@/lib/language/days'
import { messages } from '@/lib/messages/messages'
import { authorizationFileColumns } from '@/lib/sales/authorizations/columns'
import { authorizationsFilterOf, authorizationsPath } from '@/lib/sales/authorizations/filter'
import { exportAuthorizations } from '@/lib/sales/authorizations/list-authorizations'
import { officeFile } from '@/lib/web/download'
import { pageLanguage } from '@/lib/web/language'
import { merchantSections } from '@/lib/web/merchant-office'

/** The authorizations that the page shows, all its pages together, as CSV or Excel. */
export const GET = officeFile(merchantSections.consumptions, async (ctx, asked) => {
  const { title, fileName, columns, statuses } = messages[await pageLanguage()].authorizations
  const filter = authorizationsFilterOf(asked)
  return {
    name: [fileName, ctx.session.membership?.name ?? '', localDayOf(new Date())],
    sheet: title,
    columns: authorizationFileColumns(columns, statuses),
    batches: exportAuthorizations(ctx, filter),
    listPath: authorizationsPath(filter),
  }
})
