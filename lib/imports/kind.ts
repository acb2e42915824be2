import type { OfficeDb, OfficeTx } from '@/db/office'
import type { Columns } from '@/lib/files/table'
import type { Note, PlannedLine, ReadLine, Said } from './plan'

/** Whose an import is: a merchant's or a company's, never both. */
export type ImportTenant = { readonly merchantId: number } | { readonly companyId: number }

export const tenantOf = (tenant: ImportTenant): number =>
  'merchantId' in tenant ? tenant.merchantId : tenant.companyId

/**
 * A kind of thing that files bring. To add one, write:
 *
 * 1. `lib/<noun>/import-<things>.ts` with a constant (or a function, when it needs keys: `collaboratorImport(keys)`) of this type,
 *    and its name in the check `imports_kind` of `db/schema/imports.ts`.
 * 2. The verbs of your office beside it, each with its own permission check and, for changes, its own transaction and audit event:
 *    - upload: `readImport(kind, bytes)` outside of the transaction (it may take seconds), then `holdImport(tx, …)` in it;
 *    - preview: `planImport(db, …)`, which plans against the database as it is now, at every look;
 *    - confirm: `applyImport(tx, …, { id, seen })`, then `recordEvent` with the counts that it gives, in that same `tx`;
 *    - give up: `dropImport(tx, …)`.
 * 3. These verbs, but the last, in `lib/web/file-verbs.ts`: they run in a file thread, and pages call them by `withFile`.
 * 4. A `route.ts` for the upload by `officeUpload` (lib/web/upload-route.ts), and its pages by `UploadPage` and
 *    `PreviewPage` (app/_components/import).
 *
 * A line goes through: cells by column, `read` (what the line alone says), `plan` (beside the others and the database), `apply`.
 * What is refused is left out with its reasons; all else is applied together or not at all. `Row` is yours; what stays until the
 * confirmation is the file's own cells, sealed, so nothing of `Row` is ever stored.
 */
export type ImportKind<Name extends string = string, Row = unknown, Known = unknown> = {
  readonly kind: 'articles' | 'collaborators'
  /**
   * The columns that a file may have; those `required` it must have. Other columns of a file are ignored, and listed as
   * unused.
   */
  readonly columns: Columns<Name>
  /**
   * What one line says by itself; pure. A column that the file does not have is undefined, an empty cell is ''. Reasons are codes
   * that the preview has sentences for. A line with a cell that a spreadsheet has changed (`Doubt`) never gets here.
   */
  readonly read: (cells: Said<Name>) => { readonly row: Row; readonly warnings?: readonly Note[] } | Refused
  /** Makes whoever changes the same things wait until the transaction ends. */
  readonly lock: (tx: OfficeTx, tenantId: number) => Promise<void>
  /** All that `plan` and `apply` must know of the database for these rows, in a bounded number of statements. */
  readonly load: (db: OfficeDb | OfficeTx, tenantId: number, rows: readonly Row[]) => Promise<Known>
  /**
   * What becomes of every line, in their order; pure. Lines that `read` refused come with reasons and without a row: `refused` of
   * `plan.ts` passes them on; `refuseRepeats` refuses those that name one thing twice.
   */
  readonly plan: (lines: readonly ReadLine<Name, Row>[], known: Known) => PlannedLine<Row>[]
  /** What the reader should know of the whole import, such as rows that it creates besides those of its lines; pure. */
  readonly remarks?: (lines: readonly PlannedLine<Row>[], known: Known) => readonly Note[]
  /** Writes the added and changed lines. Throws whatever goes wrong: the transaction undoes all of it. */
  readonly apply: (tx: OfficeTx, tenantId: number, lines: readonly PlannedLine<Row>[], known: Known) => Promise<void>
}

type Refused = { readonly reasons: readonly Note[] }
