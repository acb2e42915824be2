import type { OfficeTx } from '@/db/office'
import { holdKeyGeneration } from '@/db/queries/offices/data-keys'
import { deleteImport, deleteImportsOf, insertImport } from '@/db/queries/offices/imports'
import { readTable } from '@/lib/files/read-table'
import { matchColumns } from '@/lib/files/table'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { ImportKind, ImportTenant } from './kind'
import { type HeldLine, type Holding, type ReadFile, sealImport } from './sealed-import'

/** Reads an uploaded file as its kind has it. Throws the faults of `readTable` and `matchColumns`. */
export async function readImport<Name extends string, Row, Known>(
  kind: ImportKind<Name, Row, Known>,
  bytes: Uint8Array,
): Promise<ReadFile> {
  const { header, rows } = await readTable(bytes)
  const { at, unused } = matchColumns(header, kind.columns)
  const positions = (Object.keys(kind.columns) as Name[]).map((name) => at.get(name))
  const lines = rows.map(({ line, cells, doubts }): HeldLine => {
    const ours = positions.map((position) => (position === undefined ? null : (cells[position] ?? '')))
    if (!doubts) return [line, ours]
    const doubted = positions.flatMap((position, index) => {
      const doubt = position === undefined ? undefined : doubts[position]
      return doubt === undefined ? [] : [[index, doubt]]
    })
    return doubted.length > 0 ? [line, ours, Object.fromEntries(doubted)] : [line, ours]
  })
  return { unused, lines }
}

/**
 * Keeps what was read of a file, sealed, for an hour, and returns its id. A member has one import of a kind at a time:
 * an earlier one that they did not confirm is deleted. Members of one tenant see each other's imports.
 */
export async function holdImport(
  tx: OfficeTx,
  { importKey, tenant, userId }: Holding & { readonly userId: number },
  kind: Pick<ImportKind, 'kind'>,
  file: { readonly name: string; readonly read: ReadFile },
): Promise<number> {
  await deleteImportsOf(tx, tenant, kind.kind, userId)
  const { keyGeneration } = await holdKeyGeneration(tx)
  const sealed = await sealImport({ importKey, tenant }, kind, file.read, keyGeneration)
  return insertImport(tx, tenant, { kind: kind.kind, fileName: plainName(file.name), createdBy: userId, ...sealed })
}

/** Forgets a file that was not confirmed. Throws `not_found`. */
export async function dropImport(tx: OfficeTx, tenant: ImportTenant, kind: Pick<ImportKind, 'kind'>, id: number) {
  if (!(await deleteImport(tx, tenant, kind.kind, id))) throw new OfficeFault('not_found')
}

/** The file's name without its folders, in one line, without characters that must not be shown. */
const plainName = (name: string): string =>
  name
    .toWellFormed()
    .replace(/^.*[/\\]/su, '')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .trim()
    .slice(0, 200)
