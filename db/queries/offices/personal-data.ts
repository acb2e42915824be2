import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { theOnly, whole } from '@/db/rows'
import {
  auditEvents,
  authorizations,
  branches,
  collaboratorInvitations,
  collaboratorLinks,
  collaboratorSessions,
  collaborators,
  collaboratorTypes,
  companies,
  consumptions,
  discounts,
  identificationTypes,
  mails,
  merchants,
} from '@/db/schema'

type Db = OfficeDb | OfficeTx

/** What is held of a person in all companies, for the operator of the network alone (Ley 172-13, ADR-0059). */

/** Those of all companies who stand under one of these HMACs, all of one identification. */
export const findPeopleOfNetwork = async (db: Db, identificationTypeId: number, hmacs: readonly Buffer[]) =>
  whole(
    await db
      .select({
        collaboratorId: collaborators.id,
        companyId: collaborators.companyId,
        companyName: companies.name,
        active: collaborators.active,
        erasedAt: collaborators.erasedAt,
        createdAt: collaborators.createdAt,
      })
      .from(collaborators)
      .innerJoin(companies, eq(companies.id, collaborators.companyId))
      .where(
        and(
          eq(collaborators.identificationTypeId, identificationTypeId),
          inArray(collaborators.identificationHmac, [...hmacs]),
        ),
      )
      .orderBy(asc(collaborators.id)),
  )

/** Rows of `collaborators` with what they refer to. */
export const listPeopleOfNetwork = async (db: Db, ids: readonly number[]) =>
  whole(
    await db
      .select({
        collaboratorId: collaborators.id,
        companyId: collaborators.companyId,
        companyName: companies.name,
        identificationType: identificationTypes.name,
        ciphertext: collaborators.identificationCiphertext,
        keyGeneration: collaborators.keyGeneration,
        firstName: collaborators.firstName,
        lastName: collaborators.lastName,
        email: collaborators.email,
        type: collaboratorTypes.name,
        active: collaborators.active,
        createdAt: collaborators.createdAt,
        erasedAt: collaborators.erasedAt,
      })
      .from(collaborators)
      .innerJoin(companies, eq(companies.id, collaborators.companyId))
      .innerJoin(identificationTypes, eq(identificationTypes.id, collaborators.identificationTypeId))
      .leftJoin(
        collaboratorTypes,
        and(
          eq(collaboratorTypes.companyId, collaborators.companyId),
          eq(collaboratorTypes.id, collaborators.collaboratorTypeId),
        ),
      )
      .where(inArray(collaborators.id, [...ids]))
      .orderBy(asc(collaborators.id)),
  )

export type PersonOfNetwork = Awaited<ReturnType<typeof listPeopleOfNetwork>>[number]

const sale = {
  merchantName: merchants.name,
  branchName: branches.name,
  discountName: discounts.name,
}

/**
 * The authorizations of a person, each by an index that no till writes for it: what was consumed by its consumption, what ended unused, and
 * the few of the whole network that are active.
 */
const reservedFor = (collaboratorId: number) => sql`(
  select merchant_id, authorization_id as id, discount_id from consumptions where collaborator_id = ${collaboratorId}
  union all
  select merchant_id, id, discount_id from authorizations where collaborator_id = ${collaboratorId} and status in ('Expired', 'Released')
  union all
  select merchant_id, id, discount_id from authorizations where status = 'Authorized' and collaborator_id = ${collaboratorId})`

/** What was reserved for them, newest first. */
export const listAuthorizationsOf = async (db: Db, collaboratorId: number, limit: number) =>
  whole(
    await db
      .select({
        ...sale,
        code: authorizations.code,
        reference: authorizations.reference,
        status: authorizations.status,
        purchaseAmount: authorizations.purchaseAmount,
        discountAmount: authorizations.discountAmount,
        finalAmount: authorizations.finalAmount,
        items: authorizations.items,
        authorizedAt: authorizations.authorizedAt,
        endedAt: authorizations.endedAt,
      })
      .from(authorizations)
      .innerJoin(merchants, eq(merchants.id, authorizations.merchantId))
      .innerJoin(discounts, eq(discounts.id, authorizations.discountId))
      .leftJoin(branches, eq(branches.id, authorizations.branchId))
      .where(sql`(${authorizations.merchantId}, ${authorizations.id}) in (
        select merchant_id, id from ${reservedFor(collaboratorId)} reserved)`)
      .orderBy(desc(authorizations.authorizedAt), desc(authorizations.id))
      .limit(limit),
  )

/** What they bought, newest registered first. */
export const listConsumptionsOf = async (db: Db, collaboratorId: number, limit: number) =>
  whole(
    await db
      .select({
        ...sale,
        code: consumptions.code,
        reference: consumptions.reference,
        purchaseAmount: consumptions.purchaseAmount,
        discountAmount: consumptions.discountAmount,
        finalAmount: consumptions.finalAmount,
        consumptionDate: consumptions.consumptionDate,
        registeredAt: consumptions.registeredAt,
      })
      .from(consumptions)
      .innerJoin(merchants, eq(merchants.id, consumptions.merchantId))
      .innerJoin(discounts, eq(discounts.id, consumptions.discountId))
      .leftJoin(branches, eq(branches.id, consumptions.branchId))
      .where(eq(consumptions.collaboratorId, collaboratorId))
      .orderBy(desc(consumptions.registeredAt), desc(consumptions.id))
      .limit(limit),
  )

/** With the company, by which invitations are indexed. */
const isInvited = (collaboratorId: number) =>
  and(
    eq(collaboratorInvitations.collaboratorId, collaboratorId),
    sql`${collaboratorInvitations.companyId} = (select c.company_id from collaborators c where c.id = ${collaboratorId})`,
  )

/** When and where their company invited them, newest first. */
export const listInvitationsSent = async (db: Db, collaboratorId: number, limit: number) =>
  whole(
    await db
      .select({ email: collaboratorInvitations.email, at: collaboratorInvitations.createdAt })
      .from(collaboratorInvitations)
      .where(isInvited(collaboratorId))
      .orderBy(desc(collaboratorInvitations.id))
      .limit(limit),
  )

/** The links to their own page, newest first. */
export const listLinksSent = async (db: Db, collaboratorId: number, limit: number) =>
  whole(
    await db
      .select({
        email: collaboratorLinks.email,
        at: collaboratorLinks.createdAt,
        usedAt: collaboratorLinks.usedAt,
        address: collaboratorLinks.address,
      })
      .from(collaboratorLinks)
      .where(eq(collaboratorLinks.collaboratorId, collaboratorId))
      .orderBy(desc(collaboratorLinks.id))
      .limit(limit),
  )

/** From where they looked at their own page, newest first. */
export const listOwnSessions = async (db: Db, collaboratorId: number, limit: number) =>
  whole(
    await db
      .select({
        email: collaboratorSessions.email,
        at: collaboratorSessions.createdAt,
        lastSeenAt: collaboratorSessions.lastSeenAt,
        endedAt: collaboratorSessions.endedAt,
        address: collaboratorSessions.address,
        userAgent: collaboratorSessions.userAgent,
      })
      .from(collaboratorSessions)
      .where(eq(collaboratorSessions.collaboratorId, collaboratorId))
      .orderBy(desc(collaboratorSessions.id))
      .limit(limit),
  )

/** The kinds of mails that collaborators get; all others go to people of offices. */
export const mailsOfPeople = ['benefits_link', 'benefits_invitation']

/** Mails to an address of theirs, newest first. */
export const listMailsTo = async (db: Db, emails: readonly string[], limit: number) =>
  whole(
    await db
      .select({ kind: mails.kind, recipient: mails.recipient, at: mails.createdAt, sentAt: mails.sentAt })
      .from(mails)
      .where(and(inArray(mails.kind, mailsOfPeople), inArray(sql`lower(${mails.recipient})`, [...emails])))
      .orderBy(desc(mails.id))
      .limit(limit),
  )

const isAbout = (collaboratorId: number) =>
  and(eq(auditEvents.subjectType, 'collaborator'), eq(auditEvents.subjectId, String(collaboratorId)))

/** What was done to them, newest first. */
export const listEventsAbout = async (db: Db, companyId: number, collaboratorId: number, limit: number) =>
  whole(
    await db
      .select({ at: auditEvents.occurredAt, action: auditEvents.action, outcome: auditEvents.outcome })
      .from(auditEvents)
      .where(and(eq(auditEvents.companyId, companyId), isAbout(collaboratorId)))
      .orderBy(desc(auditEvents.id))
      .limit(limit),
  )

export type HeldCounts = {
  readonly authorizations: number
  readonly consumptions: number
  readonly idempotency_keys: number
  readonly discount_daily_usage: number
  readonly collaborator_invitations: number
  readonly collaborator_links: number
  readonly collaborator_sessions: number
  readonly known_devices: number
  readonly mails: number
  /** Files of their company that wait for their confirmation: whom they name, nobody can tell without opening them. */
  readonly imports: number
  readonly audit_events: number
}

/** How many rows of each table tell of one of them. */
export async function countHeld(
  db: Db,
  { companyId, collaboratorId, emails }: { companyId: number; collaboratorId: number; emails: readonly string[] },
): Promise<HeldCounts> {
  const rows = await db.execute<HeldCounts>(sql`
    with reserved as materialized (select * from ${reservedFor(collaboratorId)} reserved)
    select
      (select count(*)::int from reserved) as authorizations,
      (select count(*)::int from consumptions where collaborator_id = ${collaboratorId}) as consumptions,
      -- Each record has exactly one (D44), and no index finds a key by its record.
      (select count(*)::int from reserved)
      + (select count(*)::int from consumptions where collaborator_id = ${collaboratorId}) as idempotency_keys,
      -- Only what was reserved for them is counted against them.
      (select count(*)::int from (select distinct discount_id from reserved) d join discount_daily_usage u
        on u.discount_id = d.discount_id and u.collaborator_id = ${collaboratorId}) as discount_daily_usage,
      (select count(*)::int from collaborator_invitations
        where company_id = ${companyId} and collaborator_id = ${collaboratorId}) as collaborator_invitations,
      (select count(*)::int from collaborator_links where collaborator_id = ${collaboratorId}) as collaborator_links,
      (select count(*)::int from collaborator_sessions where collaborator_id = ${collaboratorId}) as collaborator_sessions,
      (select count(*)::int from known_devices where purpose = 'own_benefits' and email = any(${sql.param([...emails])}::text[])) as known_devices,
      (select count(*)::int from mails where kind = any(${sql.param(mailsOfPeople)}::text[])
        and lower(recipient) = any(${sql.param([...emails])}::text[])) as mails,
      (select count(*)::int from imports where company_id = ${companyId} and kind = 'collaborators'
        and sealed_rows is not null) as imports,
      (select count(*)::int from audit_events where company_id = ${companyId} and subject_type = 'collaborator'
        and subject_id = ${String(collaboratorId)}) as audit_events`)
  return theOnly(rows)
}

/** Their own addresses, past and present, in lower case: where mails, links and invitations were sent. */
export async function listAddressesOf(db: Db, collaboratorId: number): Promise<readonly string[]> {
  const rows = await db.execute<{ email: string }>(sql`
    select lower(email) as email from collaborators where id = ${collaboratorId} and email is not null
    union select i.email from collaborators c join collaborator_invitations i
      on i.company_id = c.company_id and i.collaborator_id = c.id where c.id = ${collaboratorId}
    union select email from collaborator_links where collaborator_id = ${collaboratorId}
    union select email from collaborator_sessions where collaborator_id = ${collaboratorId}
    order by email`)
  return whole(rows).map(({ email }) => email)
}
