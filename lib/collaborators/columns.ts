import type { FileColumn } from '@/lib/files/columns'
import type { ExportedCollaborator } from './export-collaborators'
import { type CollaboratorColumn, collaboratorColumns } from './lines'

/** The columns of a file of collaborators, under headings that an import can read. */
export function collaboratorFileColumns(
  language: 'es' | 'en',
  words: { readonly yes: string; readonly no: string },
): readonly FileColumn<ExportedCollaborator>[] {
  const column = (
    name: CollaboratorColumn,
    value: (row: ExportedCollaborator) => string | null,
  ): FileColumn<ExportedCollaborator> => ({ header: collaboratorColumns[name][language], kind: 'text', value })
  return [
    column('identificationType', (row) => row.identificationType),
    column('identification', (row) => row.identification),
    column('firstName', (row) => row.firstName),
    column('lastName', (row) => row.lastName),
    column('type', (row) => row.type),
    column('email', (row) => row.email),
    column('active', (row) => (row.active ? words.yes : words.no)),
  ]
}
