import type { OfficeDb } from '@/db/office'
import type { CatalogContext } from '@/lib/catalog/upload-articles'
import { confirmArticles, previewArticles, uploadArticles } from '@/lib/catalog/upload-articles'
import { readListFile } from '@/lib/closing/read-list'
import { type ClosingPdf, writeClosingPdf } from '@/lib/closing/write-pdf'
import {
  confirmCollaborators,
  type PeopleFilesContext,
  previewCollaborators,
  uploadCollaborators,
} from '@/lib/collaborators/upload-collaborators'
import type { IdentificationKeys } from '@/lib/identification/identification'
import { type PreviewFilter, viewOf } from '@/lib/imports/preview'
import type { Keyring } from '@/lib/kernel/data-keys'
import type { Environment } from '@/lib/kernel/environment'
import type { PrivacyContext } from '@/lib/privacy/find-people'
import { writePersonFile } from '@/lib/privacy/write-person-file'
import { fileOf } from './file-of'
import type { Sending } from './sending'

/** What a file thread has of its own. */
export type ThreadService = {
  readonly db: OfficeDb
  readonly importKey: Keyring
  readonly identificationKeys: IdentificationKeys
  readonly environment: Environment
}

/** Who asks, as it can be sent to a thread. */
type Asker<Context extends { member: unknown; origin: unknown }> = Pick<Context, 'member' | 'origin'>

type Chosen = { readonly id: number; readonly filter: PreviewFilter }
type Confirmed = { readonly id: number; readonly seen: string }

const ofMerchant =
  <Input, Output>(run: (ctx: CatalogContext, input: Input) => Promise<Output>) =>
  ({ db, importKey }: ThreadService, { member, origin }: Asker<CatalogContext>, input: Input): Promise<Output> =>
    run({ db, importKey, member, origin }, input)

const ofCompany =
  <Input, Output>(run: (ctx: PeopleFilesContext, input: Input) => Promise<Output>) =>
  (service: ThreadService, { member, origin }: Asker<PeopleFilesContext>, input: Input): Promise<Output> =>
    run({ ...service, member, origin }, input)

const ofOperator =
  <Input, Output>(run: (ctx: PrivacyContext & { now: () => Date }, input: Input) => Promise<Output>) =>
  (
    { db, identificationKeys }: ThreadService,
    { member, origin }: Asker<PrivacyContext>,
    input: Input,
  ): Promise<Output> =>
    run({ db, identificationKeys, member, origin, now: () => new Date() }, input)

/**
 * All that is done with a member's file, from its bytes to the change of the database. Each verb takes up to seconds of
 * a processor, during which a thread that also answers pages would answer none. Results are small, since the receiving
 * thread unpacks each in one step.
 */
export const fileVerbs = {
  uploadArticles: ofMerchant(async (ctx, sending: Sending) => uploadArticles(ctx, await fileOf(sending))),
  previewArticles: ofMerchant(async (ctx, { id, filter }: Chosen) => viewOf(await previewArticles(ctx, id), filter)),
  refusedArticles: ofMerchant(async (ctx, { id }: { id: number }) => {
    const { lines } = await previewArticles(ctx, id)
    return packed(lines.flatMap(({ row: _, ...line }) => (line.outcome === 'refused' ? [line] : [])))
  }),
  confirmArticles: ofMerchant((ctx, input: Confirmed) => confirmArticles(ctx, input)),
  readPosList: ofMerchant(async (_, sending: Sending) => readListFile((await fileOf(sending)).bytes)),
  writeClosing: ofMerchant((ctx, asked: ClosingPdf) => writeClosingPdf(ctx, asked)),
  uploadCollaborators: ofCompany(async (ctx, sending: Sending) => uploadCollaborators(ctx, await fileOf(sending))),
  previewCollaborators: ofCompany(async (ctx, { id, filter }: Chosen) =>
    viewOf(await previewCollaborators(ctx, id), filter),
  ),
  confirmCollaborators: ofCompany((ctx, input: Confirmed) => confirmCollaborators(ctx, input)),
  writePerson: ofOperator(writePersonFile),
}

export type FileVerbs = typeof fileVerbs
export type FileVerb = keyof FileVerbs
export type AskerOf<Verb extends FileVerb> = Parameters<FileVerbs[Verb]>[1]
export type InputOf<Verb extends FileVerb> = Parameters<FileVerbs[Verb]>[2]
export type OutputOf<Verb extends FileVerb> = Awaited<ReturnType<FileVerbs[Verb]>>

const batchSize = 1_000

/** Many rows as texts of JSON, which the receiver parses one after the other. */
function packed(rows: readonly unknown[]): string[] {
  const starts = Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, n) => n * batchSize)
  return starts.map((start) => JSON.stringify(rows.slice(start, start + batchSize)))
}
