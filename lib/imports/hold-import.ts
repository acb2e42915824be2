import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { OfficeTx } from '@/db/office'
import { deleteImport, deleteImportsOf, insertImport } from '@/db/queries/offices/imports'
import { readTable } from '@/lib/files/read-table'
import { type Doubt, matchColumns } from '@/lib/files/table'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { openSealed, seal } from '@/lib/kernel/seal'
import type { ImportKind, ImportTenant } from './kind'

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** The cells of a file in the columns of its kind, in their order; null for a column that it does not have. */
export type HeldLine = readonly [
  line: number,
  cells: readonly (string | null)[],
  doubts?: Readonly<Record<number, Doubt>>,
]

export type ReadFile = { readonly unused: readonly string[]; readonly lines: readonly HeldLine[] }

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

type Holding = { readonly importKey: Buffer; readonly tenant: ImportTenant }

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
  const sealedRows = await sealImport({ importKey, tenant }, kind, file.read)
  return insertImport(tx, tenant, { kind: kind.kind, fileName: plainName(file.name), createdBy: userId, sealedRows })
}

/** Seals what was read of a file, so that it opens for that tenant and kind alone. */
export async function sealImport(
  { importKey, tenant }: Holding,
  kind: Pick<ImportKind, 'kind'>,
  read: ReadFile,
): Promise<Buffer> {
  return seal(importKey, await pack(JSON.stringify(read)), boundTo(kind.kind, tenant))
}

/** Opens what `sealImport` sealed. */
export async function openImport(
  { importKey, tenant }: Holding,
  kind: Pick<ImportKind, 'kind'>,
  sealedRows: Buffer,
): Promise<ReadFile> {
  const rows = await unpack(openSealed(importKey, sealedRows, boundTo(kind.kind, tenant)))
  return JSON.parse(rows.toString('utf8')) as ReadFile
}

/** Forgets a file that was not confirmed. Throws `not_found`. */
export async function dropImport(tx: OfficeTx, tenant: ImportTenant, kind: Pick<ImportKind, 'kind'>, id: number) {
  if (!(await deleteImport(tx, tenant, kind.kind, id))) throw new OfficeFault('not_found')
}

const boundTo = (kind: string, tenant: ImportTenant): string =>
  'merchantId' in tenant ? `${kind} of merchant ${tenant.merchantId}` : `${kind} of company ${tenant.companyId}`

/** The file's name without its folders, in one line, without characters that must not be shown. */
const plainName = (name: string): string =>
  name
    .toWellFormed()
    .replace(/^.*[/\\]/su, '')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .trim()
    .slice(0, 200)
