import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Doubt } from '@/lib/files/table'
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

export type Holding = { readonly importKey: Buffer; readonly tenant: ImportTenant }

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

const boundTo = (kind: string, tenant: ImportTenant): string =>
  'merchantId' in tenant ? `${kind} of merchant ${tenant.merchantId}` : `${kind} of company ${tenant.companyId}`
