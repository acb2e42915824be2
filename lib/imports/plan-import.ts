import type { OfficeDb, OfficeTx } from '@/db/office'
import { findImport, type ImportRecord } from '@/db/queries/offices/imports'
import type { Keyring } from '@/lib/kernel/data-keys'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { type Counts, countLines, planFingerprint } from './fingerprint'
import type { ImportKind, ImportTenant } from './kind'
import { tenantOf } from './kind'
import type { Note, PlannedLine, ReadLine, Said } from './plan'
import { type HeldLine, openImport, type ReadFile } from './sealed-import'

export type ImportSettings = { readonly importKey: Keyring; readonly tenant: ImportTenant }

export type ImportPlan<Row = unknown> = {
  readonly id: number
  readonly fileName: string
  readonly createdAt: Date
  readonly expiresAt: Date
  /** Headers of the file whose columns are not used. */
  readonly unused: readonly string[]
  readonly remarks: readonly Note[]
  readonly lines: readonly PlannedLine<Row>[]
  readonly counts: Counts
  /** The plan's fingerprint. The confirmation sends it back, so that only the plan that was seen is applied. */
  readonly fingerprint: string
}

/**
 * What an import would do now. Throws `not_found` (also for another tenant's import, and for one that was deleted after
 * its hour), `import_expired`, `import_applied`.
 */
export async function planImport<Name extends string, Row, Known>(
  db: OfficeDb | OfficeTx,
  settings: ImportSettings,
  kind: ImportKind<Name, Row, Known>,
  id: number,
): Promise<ImportPlan<Row>> {
  const record = await findImport(db, settings.tenant, kind.kind, id)
  return (await planOf(db, settings, kind, record)).plan
}

/** The plan of a record that was read, and what `load` read of the database for it. */
export async function planOf<Name extends string, Row, Known>(
  db: OfficeDb | OfficeTx,
  settings: ImportSettings,
  kind: ImportKind<Name, Row, Known>,
  record: ImportRecord | undefined,
): Promise<{ plan: ImportPlan<Row>; known: Known }> {
  if (!record) throw new OfficeFault('not_found')
  if (record.appliedAt !== null) throw new OfficeFault('import_applied')
  if (record.expired || record.sealedRows === null) throw new OfficeFault('import_expired')
  const file: ReadFile = await openImport(settings, kind, {
    sealedRows: record.sealedRows,
    keyGeneration: record.keyGeneration,
  })
  const read = file.lines.map((line) => readLine(kind, line))
  const rows = read.flatMap(({ row }) => (row === undefined ? [] : [row]))
  const known = await kind.load(db, tenantOf(settings.tenant), rows)
  const lines = kind.plan(read, known)
  const { id, fileName, createdAt, expiresAt } = record
  const counts = countLines(lines)
  const remarks = kind.remarks?.(lines, known) ?? []
  const at = { id, fileName, createdAt, expiresAt, unused: file.unused }
  return { plan: { ...at, remarks, lines, counts, fingerprint: planFingerprint(lines) }, known }
}

function readLine<Name extends string, Row, Known>(
  kind: ImportKind<Name, Row, Known>,
  [line, texts, doubts = {}]: HeldLine,
): ReadLine<Name, Row> {
  const names = Object.keys(kind.columns) as Name[]
  const cells = Object.fromEntries(names.map((name, at) => [name, texts[at] ?? undefined])) as Said<Name>
  const reasons = Object.entries(doubts).map(([at, code]) => ({ code, column: names[Number(at)] ?? '' }))
  if (reasons.length > 0) return { line, cells, reasons, warnings: [] }
  const said = kind.read(cells)
  if ('reasons' in said) return { line, cells, reasons: said.reasons, warnings: [] }
  return { line, cells, row: said.row, reasons: [], warnings: said.warnings ?? [] }
}
