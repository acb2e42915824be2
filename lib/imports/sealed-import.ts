import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Doubt } from '@/lib/files/table'
import { type Keyring, keyOf } from '@/lib/kernel/data-keys'
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

export type Holding = { readonly importKey: Keyring; readonly tenant: ImportTenant }

/** What was sealed, and the generation of its key. */
export type SealedRows = { readonly sealedRows: Buffer; readonly keyGeneration: number }

/** Seals what was read of a file, so that it opens for that tenant and kind alone. */
export async function sealImport(
  { importKey, tenant }: Holding,
  kind: Pick<ImportKind, 'kind'>,
  read: ReadFile,
  keyGeneration: number,
): Promise<SealedRows> {
  const packed = await pack(JSON.stringify(read))
  return { sealedRows: seal(keyOf(importKey, keyGeneration), packed, boundTo(kind.kind, tenant)), keyGeneration }
}

/** Opens what `sealImport` sealed. */
export async function openImport(
  { importKey, tenant }: Holding,
  kind: Pick<ImportKind, 'kind'>,
  { sealedRows, keyGeneration }: SealedRows,
): Promise<ReadFile> {
  const rows = await unpack(openSealed(keyOf(importKey, keyGeneration), sealedRows, boundTo(kind.kind, tenant)))
  return JSON.parse(rows.toString('utf8')) as ReadFile
}

/** To what rows are bound when they are sealed. */
export const boundTo = (kind: string, tenant: ImportTenant): string =>
  'merchantId' in tenant ? `${kind} of merchant ${tenant.merchantId}` : `${kind} of company ${tenant.companyId}`
