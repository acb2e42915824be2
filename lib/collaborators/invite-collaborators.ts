import {
  countInvitationsOf,
  countInvitedToday,
  insertCollaboratorInvitations,
  listInvitationsOf,
  listOffersOf,
  type OwnOffer,
} from '@/db/queries/offices/collaborator-invitations'
import {
  type CollaboratorRecord,
  countCollaborators,
  findCollaborator,
  listCollaborators,
} from '@/db/queries/offices/collaborators'
import { type Attempt, attempt } from '@/lib/attempts/attempt-change'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { AccountContext, PeopleContext } from '@/lib/context'
import { centsOfNumeric } from '@/lib/kernel/money'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { queueMails } from '@/lib/mail/queue-mails'
import { displayName } from '@/lib/redemption/person'
import { type CollaboratorFilter, selectionOf } from './filter'
import { collaboratorsPermission } from './permission'

/** Mails that a company may cause in a day, so that a stolen session cannot send mail without end. */
export const invitationsPerDayMax = 1_000

/** How often one person may be invited in so many days, whatever their address. */
export const invitationsPerPersonMax = 3
const perPersonDays = 30

/** Benefits that a mail tells one by one. */
const benefitsTold = 8

/** Mails of one invitation that are due in a second: those that somebody waits for come between them. */
const mailsPerSecond = 2

export type InvitingContext = PeopleContext & Pick<AccountContext, 'officeUrl'>

/** Invitations of a company run one at a time, so that its day has a bound. */
const change = { permission: collaboratorsPermission, lock: 'tenant' } as const

type Invitee = CollaboratorRecord & { readonly email: string }

/**
 * Mails a collaborator what they may use today and how. A second invitation is one more mail, on another day, and three in
 * thirty days are the most. Throws `permission_missing`, `not_found`, `collaborator_inactive`, `collaborator_without_email`,
 * `invited_today`, `invitations_spent`, `invitations_of_day_spent`.
 */
export const inviteCollaborator = (ctx: InvitingContext, { id }: { id: number }): Promise<{ name: string }> => {
  const subject = { type: 'collaborator', id } as const
  return attempt(ctx, { ...change, action: 'collaborator.invited', subject }, async ({ tx, doer, record }) => {
    const { companyId } = ctx.member
    const person = await findCollaborator(tx, companyId, id)
    if (!person || person.erasedAt) throw new OfficeFault('not_found')
    const name = `${person.firstName} ${person.lastName}`
    if (!person.active) throw new OfficeFault('collaborator_inactive', { values: { name } })
    if (!hasEmail(person)) throw new OfficeFault('collaborator_without_email', { values: { name } })
    if ((await countInvitationsOf(tx, companyId, id, perPersonDays)) >= invitationsPerPersonMax) {
      throw new OfficeFault('invitations_spent', {
        values: { name, most: invitationsPerPersonMax, days: perPersonDays },
      })
    }
    if ((await countInvitedToday(tx, companyId)) >= invitationsPerDayMax) throw daySpent()
    const sent = await send(ctx, { tx, doer }, [person])
    if (sent.length === 0) throw new OfficeFault('invited_today', { values: { name } })
    await record({ name })
    return { name }
  })
}

/**
 * Mails all whom the filter selects, who are active, have an address and were not invited there yet: asked for twice, nobody gets
 * two mails. Returns how many were invited, and how many have to wait for another day. Throws `permission_missing`,
 * `nobody_to_invite`, `invitations_of_day_spent`.
 */
export const inviteCollaborators = (
  ctx: InvitingContext,
  filter: CollaboratorFilter,
): Promise<{ sent: number; left: number }> =>
  attempt(ctx, { ...change, action: 'collaborators.invited' }, async ({ tx, doer, record }) => {
    const { companyId } = ctx.member
    const selection = invitableOf(filter)
    const open = await countCollaborators(tx, companyId, selection)
    if (open === 0) throw new OfficeFault('nobody_to_invite')
    const limit = invitationsPerDayMax - (await countInvitedToday(tx, companyId))
    if (limit <= 0) throw daySpent()
    const people = await listCollaborators(tx, companyId, selection, { limit })
    const sent = await send(ctx, { tx, doer }, people.filter(hasEmail))
    await record({ count: sent.length })
    return { sent: sent.length, left: open - people.length }
  })

/** How many `inviteCollaborators` would invite, without the bound of a day. Throws `permission_missing`. */
export async function countInvitable(ctx: PeopleContext, filter: CollaboratorFilter): Promise<number> {
  requirePermission(ctx.member, collaboratorsPermission)
  return countCollaborators(ctx.db, ctx.member.companyId, invitableOf(filter))
}

/** The last invitations of one of the company's people, newest first. Throws `permission_missing`. */
export async function listInvitations(ctx: PeopleContext, id: number) {
  requirePermission(ctx.member, collaboratorsPermission)
  return listInvitationsOf(ctx.db, ctx.member.companyId, id, 5)
}

const invitableOf = (filter: CollaboratorFilter) => ({ ...selectionOf(filter), invitation: 'open' as const })

const hasEmail = (person: CollaboratorRecord): person is Invitee => person.email !== null

const daySpent = () => new OfficeFault('invitations_of_day_spent', { values: { most: invitationsPerDayMax } })

/** Records and mails; returns whom: those invited today at their address are left out, by the database's constraint. */
async function send(
  ctx: InvitingContext,
  { tx, doer }: Pick<Attempt<'collaborator.invited'>, 'tx' | 'doer'>,
  people: readonly Invitee[],
): Promise<readonly number[]> {
  const { companyId, userId } = ctx.member
  const invitees = people.map(({ id, email }) => ({ collaboratorId: id, email }))
  const sent = new Set(await insertCollaboratorInvitations(tx, companyId, userId, invitees))
  if (sent.size === 0) return []
  const offers = new Map<number, OwnOffer[]>()
  for (const offer of await listOffersOf(tx, companyId, [...sent], benefitsTold)) {
    offers.set(offer.collaboratorId, [...(offers.get(offer.collaboratorId) ?? []), offer])
  }
  const { language, tenant: companyName } = doer
  await queueMails(
    tx,
    ctx,
    people
      .filter(({ id }) => sent.has(id))
      .map((person, at) => ({
        to: { email: person.email, language },
        mail: {
          kind: 'benefits_invitation',
          displayName: displayName(person.firstName, person.lastName),
          companyName,
          identificationType: person.identificationType,
          ...toldOf(offers.get(person.id) ?? []),
        },
        afterSeconds: Math.floor(at / mailsPerSecond),
      })),
  )
  return [...sent]
}

function toldOf(offers: readonly OwnOffer[]) {
  const benefits = offers.map(({ merchantName, name, discountType, discountValue }) => ({
    merchantName,
    name,
    worth: { discountType, value: centsOfNumeric(discountValue) },
  }))
  return { benefits, more: (offers.at(-1)?.inAll ?? 0) - offers.length }
}
