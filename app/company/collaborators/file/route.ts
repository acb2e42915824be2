import { collaboratorFileColumns } from '@/lib/collaborators/columns'
import { exportCollaborators } from '@/lib/collaborators/export-collaborators'
import { collaboratorFilterOf, collaboratorsPath } from '@/lib/collaborators/filter'
import { localDayOf } from '@/lib/language/days'
import { messages } from '@/lib/messages/messages'
import { companySections } from '@/lib/web/company-office'
import { officeFile } from '@/lib/web/download'
import { pageLanguage } from '@/lib/web/language'

/** The collaborators that the list shows, all its pages together. */
export const GET = officeFile(companySections.collaborators, async (ctx, asked, own) => {
  const language = await pageLanguage()
  const words = messages[language].collaborators
  const filter = collaboratorFilterOf(asked)
  return {
    name: [words.title, ctx.session.companyMembership?.name ?? '', localDayOf(new Date())],
    sheet: words.title,
    columns: collaboratorFileColumns(language, words),
    batches: await exportCollaborators(own, filter, ctx.db),
    listPath: collaboratorsPath(filter),
  }
})
