import { collaboratorFileColumns } from '@/lib/collaborators/columns'
import type { ExportedCollaborator } from '@/lib/collaborators/export-collaborators'
import { collaboratorsHome } from '@/lib/collaborators/filter'
import { messages } from '@/lib/messages/messages'
import { companyFile } from '@/lib/web/download'
import { pageLanguage } from '@/lib/web/language'

async function* nobody(): AsyncGenerator<readonly ExportedCollaborator[]> {
  yield []
}

/** A file of people to fill in. */
export const GET = companyFile('company.collaborators.manage', async () => {
  const language = await pageLanguage()
  const words = messages[language].collaborators
  return {
    name: [words.title, words.import.template],
    sheet: words.title,
    columns: collaboratorFileColumns(language, words),
    batches: nobody(),
    listPath: collaboratorsHome,
  }
})
