import { and, count, eq, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { readingOf } from '@/db/reading'
import { atMostOne, theOnly } from '@/db/rows'
import { collaboratorInvitations, collaborators, collaboratorTypes, identificationTypes } from '@/db/schema'
import type { CursorRange } from '@/lib/kernel/cursor'

type Db = OfficeDb | OfficeTx

/**
 * Which of a company's people, without those who were erased. `words` are lower case without accents; `typeId` null are those without a type. By invitation:
 * `open` could be invited and were not yet at their present address, `sent` were, `no_email` cannot be.
 */
export type CollaboratorSelection = {
  readonly words: readonly string[]
  readonly typeId?: number | null | undefined
  readonly active?: boolean | undefined
  readonly addedFrom?: Date | undefined
  readonly invitation?: 'open' | 'sent' | 'no_email' | undefined
}

const invited = sql`exists (select from ${collaboratorInvitations} i where i.company_id = ${collaborators.companyId}
  and i.collaborator_id = ${collaborators.id} and i.email = lower(${collaborators.email}))`

const byInvitation = {
  open: sql`${collaborators.active} and ${collaborators.email} is not null and not ${invited}`,
  sent: invited,
  no_email: isNull(collaborators.email),
} as const

const lastName = sql`${collaborators.lastName} collate "es-x-icu"`
const firstName = sql`${collaborators.firstName} collate "es-x-icu"`

/**
 * The collation is named, since the database's own is C, in which `lower` knows no accented letters. The index of names has this very
 * expression.
 */
const fullName = sql`translate(lower((${collaborators.firstName} || ' ' || ${collaborators.lastName}) collate "es-x-icu"),
  'áàâäãéèêëíìîïóòôöõúùûüñç', 'aaaaaeeeeiiiiooooouuuunc')`

const chosen = (
  companyId: number,
  { words, typeId, active, addedFrom, invitation }: CollaboratorSelection,
): SQL | undefined =>
  and(
    eq(collaborators.companyId, companyId),
    isNull(collaborators.erasedAt),
    typeId === undefined
      ? undefined
      : typeId === null
        ? isNull(collaborators.collaboratorTypeId)
        : eq(collaborators.collaboratorTypeId, typeId),
    active === undefined ? undefined : eq(collaborators.active, active),
    addedFrom === undefined ? undefined : gte(collaborators.createdAt, addedFrom),
    invitation === undefined ? undefined : byInvitation[invitation],
    ...words.map((word) => sql`strpos(${fullName}, ${word}) > 0`),
  )

const columns = {
  id: collaborators.id,
  firstName: collaborators.firstName,
  lastName: collaborators.lastName,
  email: collaborators.email,
  active: collaborators.active,
  typeId: collaborators.collaboratorTypeId,
  type: collaboratorTypes.name,
  identificationTypeId: collaborators.identificationTypeId,
  identificationType: identificationTypes.name,
  ciphertext: collaborators.identificationCiphertext,
  keyGeneration: collaborators.keyGeneration,
  erasedAt: collaborators.erasedAt,
  createdAt: collaborators.createdAt,
  /** When they were last invited at their present address. */
  invitedAt: sql<Date | null>`(select max(i.created_at) from ${collaboratorInvitations} i
    where i.company_id = ${collaborators.companyId} and i.collaborator_id = ${collaborators.id}
      and i.email = lower(${collaborators.email}))`.mapWith(collaboratorInvitations.createdAt),
}

const people = (db: Db) =>
  db
    .select(columns)
    .from(collaborators)
    .innerJoin(identificationTypes, eq(identificationTypes.id, collaborators.identificationTypeId))
    .leftJoin(
      collaboratorTypes,
      and(
        eq(collaboratorTypes.companyId, collaborators.companyId),
        eq(collaboratorTypes.id, collaborators.collaboratorTypeId),
      ),
    )

export type CollaboratorRecord = Awaited<ReturnType<typeof people>>[number]

/** People of a company by surname and name, or from the last name; with `before`, the ones just before it, in the same order. */
export async function listCollaborators(
  db: Db,
  companyId: number,
  selection: CollaboratorSelection,
  page: CursorRange<number> & { readonly descending?: boolean; readonly limit: number },
): Promise<CollaboratorRecord[]> {
  const { place, side, order, shown } = readingOf(page, page.descending)
  const beyond = place === undefined ? undefined : await besides(db, companyId, place, side)
  const wanted = and(chosen(companyId, selection), beyond)
  // By words, the page is found in the index of names: in the order of names, a name that few have is looked for in every row.
  const found = sql`${collaborators.id} in (
    select n.id from (
      select ${collaborators.id}, ${collaborators.lastName}, ${collaborators.firstName} from ${collaborators} where ${wanted} offset 0) n
    order by ${order(sql`n.last_name collate "es-x-icu"`)}, ${order(sql`n.first_name collate "es-x-icu"`)}, ${order(sql`n.id`)}
    limit ${page.limit})`
  const rows = await people(db)
    .where(selection.words.length === 0 ? wanted : found)
    .orderBy(order(lastName), order(firstName), order(collaborators.id))
    .limit(page.limit)
  return shown(rows)
}

/**
 * The condition for those after or before one of the company's people by name; for an id of another company, it matches nobody.
 */
async function besides(db: Db, companyId: number, id: number, side: SQL): Promise<SQL> {
  const rows = await db
    .select({ lastName: collaborators.lastName, firstName: collaborators.firstName })
    .from(collaborators)
    .where(and(eq(collaborators.companyId, companyId), eq(collaborators.id, id)))
  const edge = atMostOne(rows)
  if (!edge) return sql`false`
  const key = sql`(${edge.lastName} collate "es-x-icu", ${edge.firstName} collate "es-x-icu", ${id}::bigint)`
  return sql`(${lastName}, ${firstName}, ${collaborators.id}) ${side} ${key}`
}

export async function countCollaborators(db: Db, companyId: number, selection: CollaboratorSelection): Promise<number> {
  return theOnly(await db.select({ people: count() }).from(collaborators).where(chosen(companyId, selection))).people
}

/** One of the company's people; undefined for anybody else. */
export async function findCollaborator(db: Db, companyId: number, id: number): Promise<CollaboratorRecord | undefined> {
  return atMostOne(await people(db).where(and(eq(collaborators.companyId, companyId), eq(collaborators.id, id))))
}

/** Locks one of the company's people until the transaction ends; tills do not wait. */
export async function lockCollaborator(tx: OfficeTx, companyId: number, id: number): Promise<void> {
  await tx
    .select({ id: collaborators.id })
    .from(collaborators)
    .where(and(eq(collaborators.companyId, companyId), eq(collaborators.id, id)))
    .for('no key update')
}

/** The one of the company's people who stands under one of these HMACs, all of one identification. */
export async function findCollaboratorByHmac(
  db: Db,
  companyId: number,
  identificationTypeId: number,
  hmacs: readonly Buffer[],
): Promise<CollaboratorRecord | undefined> {
  const rows = await people(db).where(
    and(
      eq(collaborators.companyId, companyId),
      eq(collaborators.identificationTypeId, identificationTypeId),
      inArray(collaborators.identificationHmac, [...hmacs]),
    ),
  )
  return atMostOne(rows)
}

type NewCollaborator = Pick<
  typeof collaborators.$inferInsert,
  | 'identificationTypeId'
  | 'identificationHmac'
  | 'identificationCiphertext'
  | 'keyGeneration'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'collaboratorTypeId'
>

/** Undefined when the company has somebody with that identification; violates `collaborators_one_employment` when another has. */
export async function insertCollaborator(
  tx: OfficeTx,
  companyId: number,
  row: NewCollaborator,
): Promise<number | undefined> {
  const made = await tx
    .insert(collaborators)
    .values({ ...row, companyId })
    .onConflictDoNothing({
      target: [collaborators.companyId, collaborators.identificationTypeId, collaborators.identificationHmac],
    })
    .returning({ id: collaborators.id })
  return atMostOne(made)?.id
}

type Changes = Partial<
  Pick<typeof collaborators.$inferInsert, 'firstName' | 'lastName' | 'email' | 'collaboratorTypeId' | 'active'>
>

/** Says whether there was such a person; violates `collaborators_one_employment` as above. */
export async function updateCollaborator(tx: OfficeTx, companyId: number, id: number, changes: Changes): Promise<void> {
  const changed = await tx
    .update(collaborators)
    .set(changes)
    .where(and(eq(collaborators.companyId, companyId), eq(collaborators.id, id)))
    .returning({ id: collaborators.id })
  theOnly(changed)
}
