import { and, desc, eq, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { deleteOldest } from '@/db/oldest'
import { atMostOne, isThere, theOnly, whole } from '@/db/rows'
import {
  apiKeys,
  certificationCalls,
  certificationRuns,
  certificationScenes,
  merchants,
  oauthClients,
  users,
} from '@/db/schema'
import type { Attestations, Declarations, SceneId } from '@/lib/certification/plan'
import type { SeenCall } from '@/lib/certification/seen'
import type { RunState } from '@/lib/certification/state'
import type { Verdict } from '@/lib/certification/verdict'
import type { CredentialReference } from '@/lib/credentials/reference'

type Db = OfficeDb | OfficeTx

const ofCredential = ({ kind, id }: CredentialReference) =>
  eq(kind === 'api_key' ? certificationRuns.apiKeyId : certificationRuns.oauthClientId, id)

const ofRun = (merchantId: number, runId: number) =>
  and(eq(certificationRuns.merchantId, merchantId), eq(certificationRuns.id, runId))

const isOpen = eq(certificationRuns.state, 'open')

const runColumns = {
  id: certificationRuns.id,
  apiKeyId: certificationRuns.apiKeyId,
  oauthClientId: certificationRuns.oauthClientId,
  credential: sql<string>`coalesce(${apiKeys.name}, ${oauthClients.name})`,
  planVersion: certificationRuns.planVersion,
  declared: certificationRuns.declared,
  adapter: certificationRuns.adapter,
  state: certificationRuns.state,
  openedAt: certificationRuns.openedAt,
  openedBy: users.name,
  endsAt: certificationRuns.endsAt,
  endedAt: certificationRuns.endedAt,
  verdicts: certificationRuns.verdicts,
  code: certificationRuns.code,
  validUntil: certificationRuns.validUntil,
  suspendedAt: certificationRuns.suspendedAt,
  /** Its time is over, by the database's clock. */
  isOver: sql<boolean>`${certificationRuns.endsAt} <= now()`,
}

const selectRuns = (db: Db) =>
  db
    .select(runColumns)
    .from(certificationRuns)
    .innerJoin(users, eq(users.id, certificationRuns.openedBy))
    .leftJoin(apiKeys, eq(apiKeys.id, certificationRuns.apiKeyId))
    .leftJoin(oauthClients, eq(oauthClients.id, certificationRuns.oauthClientId))

export type RunRecord = Awaited<ReturnType<typeof selectRuns>>[number]

/** The runs of a merchant, newest first. */
export const listRuns = async (db: Db, merchantId: number, limit: number): Promise<readonly RunRecord[]> =>
  whole(
    await selectRuns(db)
      .where(eq(certificationRuns.merchantId, merchantId))
      .orderBy(desc(certificationRuns.id))
      .limit(limit),
  )

export const findRun = async (db: Db, merchantId: number, runId: number): Promise<RunRecord | undefined> =>
  atMostOne(await selectRuns(db).where(ofRun(merchantId, runId)))

/** Locks a run against every change, and against calls that are being written down; false where there is none. */
export const lockRun = async (tx: OfficeTx, merchantId: number, runId: number): Promise<boolean> =>
  isThere(
    await tx
      .select({ id: certificationRuns.id })
      .from(certificationRuns)
      .where(ofRun(merchantId, runId))
      .for('no key update'),
  )

/** The run of a credential that is open; `isOver` says whether its time is. */
export const findOpenRun = async (
  tx: OfficeTx,
  merchantId: number,
  credential: CredentialReference,
): Promise<{ id: number; isOver: boolean } | undefined> =>
  atMostOne(
    await tx
      .select({ id: certificationRuns.id, isOver: runColumns.isOver })
      .from(certificationRuns)
      .where(and(eq(certificationRuns.merchantId, merchantId), ofCredential(credential), isOpen)),
  )

export async function insertRun(
  tx: OfficeTx,
  merchantId: number,
  run: {
    credential: CredentialReference
    planVersion: number
    declared: Declarations
    minutes: number
    openedBy: number
  },
): Promise<{ id: number; endsAt: Date }> {
  const { credential, minutes, ...row } = run
  const made = await tx
    .insert(certificationRuns)
    .values({
      ...row,
      merchantId,
      apiKeyId: credential.kind === 'api_key' ? credential.id : null,
      oauthClientId: credential.kind === 'oauth_client' ? credential.id : null,
      endsAt: sql`now() + ${minutes}::int * interval '1 minute'`,
    })
    .returning({ id: certificationRuns.id, endsAt: certificationRuns.endsAt })
  return theOnly(made)
}

/** Ends a run that is open; false when it is not. */
export async function endRun(
  tx: OfficeTx,
  merchantId: number,
  runId: number,
  ended: { state: Exclude<RunState, 'open' | 'passed'>; verdicts: readonly Verdict[] | null },
): Promise<boolean> {
  const rows = await tx
    .update(certificationRuns)
    .set({ ...ended, endedAt: sql`now()` })
    .where(and(ofRun(merchantId, runId), isOpen))
    .returning({ id: certificationRuns.id })
  return isThere(rows)
}

/** Ends a run that is open with a certificate; false when it is not. */
export const certifyRun = async (
  tx: OfficeTx,
  merchantId: number,
  runId: number,
  certificate: { verdicts: readonly Verdict[]; code: string; evidence: string; endedAt: Date; validUntil: Date },
): Promise<boolean> =>
  isThere(
    await tx
      .update(certificationRuns)
      .set({ ...certificate, state: 'passed' })
      .where(and(ofRun(merchantId, runId), isOpen))
      .returning({ id: certificationRuns.id }),
  )

/** The scenes of a run, as they were played. */
export const listScenes = async (db: Db, merchantId: number, runId: number) =>
  whole(
    await db
      .select({
        id: certificationScenes.id,
        scene: certificationScenes.scene,
        openedAt: certificationScenes.openedAt,
        closedAt: certificationScenes.closedAt,
        attested: certificationScenes.attested,
        /** By the database's clock, while it is open. */
        secondsOpen: sql<number>`extract(epoch from now() - ${certificationScenes.openedAt})::float8`,
      })
      .from(certificationScenes)
      .where(and(eq(certificationScenes.merchantId, merchantId), eq(certificationScenes.runId, runId)))
      .orderBy(certificationScenes.id),
  )

export type SceneRecord = Awaited<ReturnType<typeof listScenes>>[number]

export async function insertScene(tx: OfficeTx, merchantId: number, runId: number, scene: SceneId): Promise<void> {
  await tx.insert(certificationScenes).values({ merchantId, runId, scene })
}

/** Closes a scene that is open, and writes down what was attested; false when it is not open. */
export const closeScene = async (
  tx: OfficeTx,
  merchantId: number,
  sceneId: number,
  attested: Attestations,
): Promise<boolean> =>
  isThere(
    await tx
      .update(certificationScenes)
      .set({ attested, closedAt: sql`now()` })
      .where(and(ofScene(merchantId, sceneId), sql`${certificationScenes.closedAt} is null`))
      .returning({ id: certificationScenes.id }),
  )

/** Writes down what is attested of a scene; false where there is none. */
export const attestScene = async (
  tx: OfficeTx,
  merchantId: number,
  sceneId: number,
  attested: Attestations,
): Promise<boolean> =>
  isThere(
    await tx
      .update(certificationScenes)
      .set({ attested })
      .where(ofScene(merchantId, sceneId))
      .returning({ id: certificationScenes.id }),
  )

/** Forgets a scene that is open, as if it had not been; false when it is not open. */
export const dropScene = async (tx: OfficeTx, merchantId: number, sceneId: number): Promise<boolean> =>
  isThere(
    await tx
      .delete(certificationScenes)
      .where(and(ofScene(merchantId, sceneId), sql`${certificationScenes.closedAt} is null`))
      .returning({ id: certificationScenes.id }),
  )

const ofScene = (merchantId: number, sceneId: number) =>
  and(eq(certificationScenes.merchantId, merchantId), eq(certificationScenes.id, sceneId))

const ofCalls = (merchantId: number, runId: number) =>
  and(eq(certificationCalls.merchantId, merchantId), eq(certificationCalls.runId, runId))

/** What was seen of the calls of a run, in the order in which they came. */
export async function listCalls(db: Db, merchantId: number, runId: number): Promise<readonly SeenCall[]> {
  const rows = await db
    .select({ seen: certificationCalls.seen })
    .from(certificationCalls)
    .where(ofCalls(merchantId, runId))
    .orderBy(certificationCalls.arrivedAt, certificationCalls.id)
  return whole(rows).map(({ seen }) => seen)
}

/** What changes of a run while a page shows it: its state, its calls, and its scenes with what was attested. */
export async function findStamp(db: Db, merchantId: number, runId: number): Promise<string | undefined> {
  const rows = await db
    .select({
      stamp: sql<string>`concat_ws('-', ${certificationRuns.state}, 
        (select count(*) from ${certificationCalls} where ${certificationCalls.merchantId} = ${merchantId}
         and ${certificationCalls.runId} = ${runId}),
        (select concat_ws('-', count(*), count(${certificationScenes.closedAt})) from ${certificationScenes}
         where ${certificationScenes.merchantId} = ${merchantId} and ${certificationScenes.runId} = ${runId}))`,
    })
    .from(certificationRuns)
    .where(ofRun(merchantId, runId))
  return atMostOne(rows)?.stamp
}

/** The evidence of a run that was passed. */
export const findEvidence = async (
  db: Db,
  merchantId: number,
  runId: number,
): Promise<{ code: string | null; evidence: string | null } | undefined> =>
  atMostOne(
    await db
      .select({ code: certificationRuns.code, evidence: certificationRuns.evidence })
      .from(certificationRuns)
      .where(ofRun(merchantId, runId)),
  )

/** A certificate by the code of its public page, with the merchant's name, and whose calls it depends on. */
export async function findCertificate(db: OfficeDb, code: string) {
  const rows = await db
    .select({
      code: certificationRuns.code,
      merchantId: certificationRuns.merchantId,
      apiKeyId: certificationRuns.apiKeyId,
      oauthClientId: certificationRuns.oauthClientId,
      merchant: merchants.name,
      adapter: certificationRuns.adapter,
      planVersion: certificationRuns.planVersion,
      verdicts: certificationRuns.verdicts,
      endedAt: certificationRuns.endedAt,
      validUntil: certificationRuns.validUntil,
      suspendedAt: certificationRuns.suspendedAt,
    })
    .from(certificationRuns)
    .innerJoin(merchants, eq(merchants.id, certificationRuns.merchantId))
    .where(eq(certificationRuns.code, code))
  return atMostOne(rows)
}

/** Deletes some of what was seen of calls 30 days ago and before: a certificate has what it needs of them. Whether some may be left. */
export const sweepCertificationCalls = (db: OfficeDb): Promise<boolean> =>
  deleteOldest(db, certificationCalls.arrivedAt, sql`now() - interval '30 days'`)
