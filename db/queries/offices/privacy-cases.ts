import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { readingOf } from '@/db/reading'
import { atMostOne, isThere, theOnly, whole } from '@/db/rows'
import { collaborators, companies, privacyCasePeople, privacyCases, privacyRectifications, users } from '@/db/schema'
import type { CursorRange } from '@/lib/kernel/cursor'
import type { LocalDay } from '@/lib/language/days'
import type { CaseKind, CaseState } from '@/lib/privacy/cases'

type Db = OfficeDb | OfficeTx

const opener = alias(users, 'opener')
const ender = alias(users, 'ender')

const selectCases = (db: Db) =>
  db
    .select({
      id: privacyCases.id,
      kind: privacyCases.kind,
      contact: privacyCases.contact,
      note: privacyCases.note,
      receivedOn: privacyCases.receivedOn,
      dueOn: privacyCases.dueOn,
      openedAt: privacyCases.openedAt,
      openedBy: opener.name,
      state: privacyCases.state,
      answer: privacyCases.answer,
      endedAt: privacyCases.endedAt,
      endedBy: ender.name,
      purgedAt: privacyCases.purgedAt,
      people: sql<number>`(select count(*)::int from ${privacyCasePeople} p where p.case_id = "privacy_cases"."id")`,
    })
    .from(privacyCases)
    .innerJoin(opener, eq(opener.id, privacyCases.openedBy))
    .leftJoin(ender, eq(ender.id, privacyCases.endedBy))

export type PrivacyCaseRecord = Awaited<ReturnType<typeof selectCases>>[number]

type Selection = CursorRange<number> & {
  /** Undefined for all. */
  readonly state: CaseState | undefined
  readonly descending: boolean
  readonly limit: number
}

/** Cases by their due date, those after one of them; with `before`, the ones that precede it, in order. */
export async function listPrivacyCases(db: Db, { state, descending, limit, ...range }: Selection) {
  const { place, side, order, shown } = readingOf(range, descending)
  const here = sql`(${privacyCases.dueOn}, ${privacyCases.id})`
  const rows = await selectCases(db)
    .where(
      and(
        state === undefined ? undefined : eq(privacyCases.state, state),
        place === undefined
          ? undefined
          : sql`${here} ${side} (select c.due_on, c.id from ${privacyCases} c where c.id = ${place})`,
      ),
    )
    .orderBy(order(privacyCases.dueOn), order(privacyCases.id))
    .limit(limit)
  return shown(rows)
}

/** How many cases are open, by when they are due. */
export async function countPrivacyCases(db: Db, { today, soon }: { today: LocalDay; soon: LocalDay }) {
  return theOnly(
    await db
      .select({
        open: sql<number>`count(*)::int`,
        overdue: sql<number>`(count(*) filter (where ${privacyCases.dueOn} < ${today}))::int`,
        soon: sql<number>`(count(*) filter (where ${privacyCases.dueOn} between ${today} and ${soon}))::int`,
      })
      .from(privacyCases)
      .where(eq(privacyCases.state, 'open')),
  )
}

export async function findPrivacyCase(db: Db, caseId: number): Promise<PrivacyCaseRecord | undefined> {
  return atMostOne(await selectCases(db).where(eq(privacyCases.id, caseId)))
}

/** Locks a case; undefined where there is none. */
export const lockPrivacyCase = async (tx: OfficeTx, caseId: number) =>
  atMostOne(
    await tx
      .select({ id: privacyCases.id, kind: privacyCases.kind, dueOn: privacyCases.dueOn, state: privacyCases.state })
      .from(privacyCases)
      .where(eq(privacyCases.id, caseId))
      .for('update'),
  )

type NewRow = {
  readonly kind: CaseKind
  readonly contact: string
  readonly note: string | null
  readonly receivedOn: LocalDay
  readonly dueOn: LocalDay
  readonly openedBy: number
}

/** A case and whom it is about; nobody where nobody was found. */
export async function insertPrivacyCase(
  tx: OfficeTx,
  given: NewRow,
  collaboratorIds: readonly number[],
): Promise<number> {
  const { id } = theOnly(await tx.insert(privacyCases).values(given).returning({ id: privacyCases.id }))
  if (collaboratorIds.length > 0) {
    await tx.insert(privacyCasePeople).values(collaboratorIds.map((collaboratorId) => ({ caseId: id, collaboratorId })))
  }
  return id
}

/** Ends a case that is open. Says whether it was. */
export async function endPrivacyCase(
  tx: OfficeTx,
  caseId: number,
  end: { readonly state: Exclude<CaseState, 'open'>; readonly answer: string; readonly endedBy: number },
): Promise<boolean> {
  const ended = await tx
    .update(privacyCases)
    .set({ ...end, endedAt: sql`now()` })
    .where(and(eq(privacyCases.id, caseId), eq(privacyCases.state, 'open')))
    .returning({ id: privacyCases.id })
  return isThere(ended)
}

/** Whom a case is about, as their rows are now, in the order in which they came. */
export async function listPeopleOfCase(db: Db, caseId: number) {
  const rows = await db
    .select({
      collaboratorId: collaborators.id,
      companyId: companies.id,
      companyName: companies.name,
      firstName: collaborators.firstName,
      lastName: collaborators.lastName,
      active: collaborators.active,
      createdAt: collaborators.createdAt,
      erasedAt: collaborators.erasedAt,
    })
    .from(privacyCasePeople)
    .innerJoin(collaborators, eq(collaborators.id, privacyCasePeople.collaboratorId))
    .innerJoin(companies, eq(companies.id, collaborators.companyId))
    .where(eq(privacyCasePeople.caseId, caseId))
    .orderBy(asc(collaborators.id))
  return whole(rows)
}

export async function insertRectification(
  tx: OfficeTx,
  given: { readonly caseId: number; readonly collaboratorId: number; readonly what: string; readonly askedBy: number },
): Promise<void> {
  theOnly(await tx.insert(privacyRectifications).values(given).returning({ id: privacyRectifications.id }))
}

/** What companies were asked to correct for a case, in the order in which they were. */
export async function listRectifications(db: Db, caseId: number) {
  const rows = await db
    .select({
      id: privacyRectifications.id,
      companyName: companies.name,
      what: privacyRectifications.what,
      askedAt: privacyRectifications.askedAt,
      askedBy: users.name,
      changedAt: privacyRectifications.changedAt,
    })
    .from(privacyRectifications)
    .innerJoin(users, eq(users.id, privacyRectifications.askedBy))
    .innerJoin(collaborators, eq(collaborators.id, privacyRectifications.collaboratorId))
    .innerJoin(companies, eq(companies.id, collaborators.companyId))
    .where(eq(privacyRectifications.caseId, caseId))
    .orderBy(asc(privacyRectifications.id))
  return whole(rows)
}

/** What a company was asked to correct of one of its people and has not changed since, of cases that are open. */
export async function listAskedOfCompany(db: Db, companyId: number, collaboratorId: number) {
  const rows = await db
    .select({
      id: privacyRectifications.id,
      what: privacyRectifications.what,
      askedAt: privacyRectifications.askedAt,
      dueOn: privacyCases.dueOn,
    })
    .from(privacyRectifications)
    .innerJoin(
      collaborators,
      and(eq(collaborators.id, privacyRectifications.collaboratorId), eq(collaborators.companyId, companyId)),
    )
    .innerJoin(privacyCases, and(eq(privacyCases.id, privacyRectifications.caseId), eq(privacyCases.state, 'open')))
    .where(and(eq(privacyRectifications.collaboratorId, collaboratorId), isNull(privacyRectifications.changedAt)))
    .orderBy(asc(privacyRectifications.id))
  return whole(rows)
}

/** Takes away what companies were asked to correct of people, which may name them. */
export async function forgetRectifications(tx: OfficeTx, collaboratorIds: readonly number[]): Promise<void> {
  await tx
    .update(privacyRectifications)
    .set({ what: null })
    .where(inArray(privacyRectifications.collaboratorId, [...collaboratorIds]))
}

/** What people have that their erasure would keep or end, at this moment. */
export async function sumErasure(db: Db, collaboratorIds: readonly number[]) {
  const ids = sql`any(${sql.param([...collaboratorIds])}::bigint[])`
  return theOnly(
    await db.execute<{ companies: number; consumptions: number; reservations: number; sessions: number }>(sql`
      select (select count(distinct company_id)::int from collaborators where id = ${ids}) as companies,
        (select count(*)::int from consumptions where collaborator_id = ${ids}) as consumptions,
        (select count(*)::int from authorizations where collaborator_id = ${ids} and status = 'Authorized'
          and expires_at > now()) as reservations,
        (select count(*)::int from collaborator_sessions where collaborator_id = ${ids} and ended_at is null
          and expires_at > now()) as sessions`),
  )
}

/** Takes away what cases that ended so many days ago hold of who asked. */
export async function sweepPrivacyCases(db: OfficeDb, { keptDays }: { readonly keptDays: number }): Promise<void> {
  await db.execute(sql`with over as (
      update ${privacyCases} set contact = null, note = null, answer = null, purged_at = now()
      where purged_at is null and ended_at < now() - ${keptDays}::int * interval '1 day'
      returning id)
    update ${privacyRectifications} r set what = null from over where r.case_id = over.id`)
}
