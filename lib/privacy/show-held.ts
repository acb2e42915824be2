import type { OfficeDb, OfficeTx } from '@/db/office'
import {
  countHeld,
  type HeldCounts,
  listAddressesOf,
  listAuthorizationsOf,
  listConsumptionsOf,
  listEventsAbout,
  listInvitationsSent,
  listLinksSent,
  listMailsTo,
  listOwnSessions,
  listPeopleOfNetwork,
  type PersonOfNetwork,
} from '@/db/queries/offices/personal-data'
import { attempt } from '@/lib/attempts/attempt-change'
import type { OperatorContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { amountsOf } from '@/lib/sales/sale'
import { privacyPermission } from './permission'

/** Rows of each kind on a page: the counts say how many there are. */
const rowsShown = 50

/** What is held of a person at one company: the newest rows of each kind, and how many of each table there are. */
export type HeldOfPerson = {
  readonly collaboratorId: number
  readonly companyId: number
  readonly companyName: string
  /** Null of who was erased. */
  readonly name: { readonly firstName: string; readonly lastName: string } | null
  readonly email: string | null
  readonly identificationType: string
  /** The type of collaborator that their company gives them. */
  readonly type: string | null
  readonly active: boolean
  readonly createdAt: Date
  readonly erasedAt: Date | null
  readonly counts: HeldCounts
  readonly authorizations: readonly ReturnType<typeof authorizationOf>[]
  readonly consumptions: readonly ReturnType<typeof consumptionOf>[]
  readonly invitations: Awaited<ReturnType<typeof listInvitationsSent>>
  readonly links: Awaited<ReturnType<typeof listLinksSent>>
  readonly sessions: Awaited<ReturnType<typeof listOwnSessions>>
  readonly mails: Awaited<ReturnType<typeof listMailsTo>>
  readonly events: Awaited<ReturnType<typeof listEventsAbout>>
}

export type Held = readonly HeldOfPerson[]

/**
 * What the network holds of people, at each of their companies, by their ids: no identification is in it. Throws `permission_missing`,
 * and `not_found` unless all of them are there.
 */
export const showHeld = (
  ctx: OperatorContext,
  { collaboratorIds }: { readonly collaboratorIds: readonly number[] },
): Promise<Held> =>
  attempt(ctx, { permission: privacyPermission, action: 'person.shown' }, async ({ tx, record }) => {
    const people = await requirePeople(tx, collaboratorIds)
    await record({ people: people.map(({ collaboratorId }) => collaboratorId) })
    return Promise.all(people.map((person) => heldOf(tx, person, rowsShown)))
  })

/** The rows of `collaborators` of these ids, of each one. Throws `not_found`. */
export async function requirePeople(
  db: OfficeDb | OfficeTx,
  ids: readonly number[],
): Promise<readonly PersonOfNetwork[]> {
  const people = await listPeopleOfNetwork(db, ids)
  if (people.length === 0 || people.length !== new Set(ids).size) throw new OfficeFault('not_found')
  return people
}

export async function heldOf(db: OfficeDb | OfficeTx, person: PersonOfNetwork, limit: number): Promise<HeldOfPerson> {
  const { ciphertext: _, keyGeneration: __, firstName, lastName, ...stands } = person
  const { collaboratorId, companyId } = person
  const emails = await listAddressesOf(db, collaboratorId)
  return {
    ...stands,
    name: person.erasedAt === null ? { firstName, lastName } : null,
    counts: await countHeld(db, { companyId, collaboratorId, emails }),
    authorizations: (await listAuthorizationsOf(db, collaboratorId, limit)).map(authorizationOf),
    consumptions: (await listConsumptionsOf(db, collaboratorId, limit)).map(consumptionOf),
    invitations: await listInvitationsSent(db, collaboratorId, limit),
    links: await listLinksSent(db, collaboratorId, limit),
    sessions: await listOwnSessions(db, collaboratorId, limit),
    mails: emails.length === 0 ? [] : await listMailsTo(db, emails, limit),
    events: await listEventsAbout(db, companyId, collaboratorId, limit),
  }
}

type Authorization = Awaited<ReturnType<typeof listAuthorizationsOf>>[number]
type Consumption = Awaited<ReturnType<typeof listConsumptionsOf>>[number]

const authorizationOf = ({ merchantName, branchName, discountName, ...row }: Authorization) => {
  const { code, reference, status, items, authorizedAt, endedAt } = row
  return {
    ...{ merchant: merchantName, branch: branchName, discount: discountName },
    ...{ code, reference, status, items, authorizedAt, endedAt },
    ...amountsOf(row),
  }
}

const consumptionOf = ({ merchantName, branchName, discountName, ...row }: Consumption) => {
  const { code, reference, consumptionDate, registeredAt } = row
  return {
    ...{ merchant: merchantName, branch: branchName, discount: discountName },
    ...{ code, reference, consumptionDate, registeredAt },
    ...amountsOf(row),
  }
}
