import { collaboratorFileColumns } from '@/lib/collaborators/columns'
import type { ExportedCollaborator } from '@/lib/collaborators/export-collaborators'
import { collaboratorsHome } from '@/lib/collaborators/filter'
import { messages } from '@/lib/messages/messages'
import { companySections } from '@/lib/web/company-office'
import { officeFile } from '@/lib/web/download'
import { pageLanguage } from '@/lib/web/language'

async function* nobody(): AsyncGenerator<readonly ExportedCollaborator[]> {
  yield []
}

/** A file of people to fill in. */
export const GET = officeFile(companySections.collaborators, async () => {
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
