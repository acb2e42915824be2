import { collaboratorFileColumns } from '@/lib/collaborators/columns'
import { exportCollaborators } from '@/lib/collaborators/export-collaborators'
import { collaboratorFilterOf, collaboratorsPath } from '@/lib/collaborators/filter'
import { localDayOf } from '@/lib/language/days'
import { messages } from '@/lib/messages/messages'
import { companyFile } from '@/lib/web/download'
import { pageLanguage } from '@/lib/web/language'

/** The collaborators that the list shows, all its pages together. */
export const GET = companyFile('company.collaborators.manage', async (ctx, asked) => {
  const language = await pageLanguage()
  const words = messages[language].collaborators
  const filter = collaboratorFilterOf(asked)
  return {
    name: [words.title, ctx.session.companyMembership?.name ?? '', localDayOf(new Date())],
    sheet: words.title,
    columns: collaboratorFileColumns(language, words),
    batches: await exportCollaborators(ctx, filter),
    listPath: collaboratorsPath(filter),
  }
})
