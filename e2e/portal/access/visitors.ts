import { companyPermissions } from '@/lib/accounts/permissions'
import { cookieOf } from '../fixtures/action-calls'
import { collaboratorCookieOf } from '../fixtures/collaborators'
import { newCompanyPerson, newOperator, newPerson } from '../fixtures/people'
import type { Area } from './office-map'
import { newWorld, type World } from './world'

/** Everybody who may come to an area's pages, each with the cookie of a live session. */
export type Visitors = {
  readonly own: World
  /** May see and do everything there that is their own. */
  readonly owner: string
  /** Belongs there, and has no permission; undefined where there are none to have. */
  readonly powerless: string | undefined
  /** Has given the password and owes the code; undefined where nobody does. */
  readonly pending: string | undefined
  /** Has no second step; undefined where that keeps nobody out. */
  readonly singleStep: string | undefined
  /** May do everything in another place of that kind. */
  readonly stranger: string
  /** What only who belongs there may read, in whatever form. */
  readonly private: readonly string[]
  /** What only who belongs there and has a permission may read. */
  readonly guarded: readonly string[]
  /** Takes what the owner may from them, while they are signed in, and gives it back. */
  take(): Promise<unknown>
  give(): Promise<unknown>
}

type Make = (own: World) => Promise<Omit<Visitors, 'own'>>

const ofPortal: Make = async (own) => {
  const { sql, merchantId, merchantName, companyName, mark } = own
  const owner = await personOf(own, own.ownerId)
  const [row] = await sql`select permissions from merchant_memberships where user_id = ${owner.id}`
  const allow = (permissions: unknown) =>
    sql`update merchant_memberships set permissions = ${permissions as string[]} where user_id = ${owner.id}`
  const colleague = (options: object) => newPerson(sql, { merchantId, ...options })
  return {
    owner: await cookieOf(sql, owner, 'complete'),
    powerless: await cookieOf(sql, await colleague({ permissions: [] }), 'complete'),
    pending: await cookieOf(sql, await colleague({}), 'pending'),
    singleStep: await cookieOf(sql, await colleague({ twoStep: false }), 'pending'),
    stranger: await cookieOf(sql, await newPerson(sql), 'complete'),
    private: [mark, merchantName, companyName, owner.email],
    guarded: [mark, companyName],
    take: () => allow([]),
    give: () => allow(row?.permissions),
  }
}

const ofCompany: Make = async (own) => {
  const { sql, companyId, merchantName, companyName, mark } = own
  const owner = await personOf(own, own.companyOwnerId)
  const [row] = await sql`select permissions from company_memberships where user_id = ${owner.id}`
  const allow = (permissions: unknown) =>
    sql`update company_memberships set permissions = ${permissions as string[]} where user_id = ${owner.id}`
  const colleague = (options: object) => newCompanyPerson(sql, companyId, options)
  const stranger = await newCompanyPerson(sql, (await own.make.company()).id)
  return {
    owner: await cookieOf(sql, owner, 'complete'),
    powerless: await cookieOf(sql, await colleague({ permissions: [] }), 'complete'),
    pending: await cookieOf(sql, await colleague({}), 'pending'),
    singleStep: await cookieOf(sql, await colleague({ twoStep: false }), 'pending'),
    stranger: await cookieOf(sql, stranger, 'complete'),
    private: [mark, merchantName, companyName, owner.email],
    guarded: [mark, merchantName],
    take: () => allow([]),
    give: () => allow(row?.permissions),
  }
}

const ofOperator: Make = async (own) => {
  const { sql, merchantId, companyId, mark, merchantName, companyName } = own
  const owner = await newOperator(sql, { name: `Quien opera ${merchantId}` })
  const [row] = await sql`select permissions from operator_memberships where user_id = ${owner.id}`
  const allow = (permissions: unknown) =>
    sql`update operator_memberships set permissions = ${permissions as string[]} where user_id = ${owner.id}`
  // May do everything at a merchant and at a company, and nothing for the network.
  const stranger = await newPerson(sql, { merchantId: (await own.make.merchant()).id })
  await sql`insert into company_memberships (user_id, company_id, permissions)
    values (${stranger.id}, ${(await own.make.company()).id}, ${[...companyPermissions]})`
  const colleague = await newOperator(sql, { name: own.text('Colega'), email: own.email(), permissions: [] })
  await sql`insert into audit_events (actor, user_id, merchant_id, company_id, action, subject_type, subject_id)
    values ('operator', ${colleague.id}, ${merchantId}, null, 'page.opened', 'permission', 'x'),
      ('operator', ${colleague.id}, null, ${companyId}, 'page.opened', 'permission', 'x')`
  return {
    owner: await cookieOf(sql, owner, 'complete'),
    powerless: await cookieOf(sql, await newOperator(sql, { permissions: [] }), 'complete'),
    pending: await cookieOf(sql, owner, 'pending'),
    singleStep: await cookieOf(sql, await newOperator(sql, { twoStep: false }), 'pending'),
    stranger: await cookieOf(sql, stranger, 'complete'),
    private: [mark, merchantName, companyName, owner.email],
    guarded: [mark, merchantName, companyName],
    take: () => allow([]),
    give: () => allow(row?.permissions),
  }
}

const ofAccount: Make = async (own) => {
  const { sql } = own
  const owner = await personOf(own, own.ownerId)
  const cookie = await cookieOf(sql, owner, 'complete')
  return {
    owner: cookie,
    powerless: undefined,
    pending: await cookieOf(sql, owner, 'pending'),
    singleStep: undefined,
    stranger: await cookieOf(sql, await newPerson(sql), 'complete'),
    private: [owner.email, own.merchantName],
    guarded: [owner.email],
    // Who is signed in may see their account: what can be taken from them is the session.
    take: () => sql`update sessions set ended_at = now(), end_reason = 'ended_by_user' where user_id = ${owner.id}`,
    give: () => sql`update sessions set ended_at = null, end_reason = null where user_id = ${owner.id}`,
  }
}

const ofCollaborator: Make = async (own) => {
  const { sql, make, collaboratorId, mark, companyName } = own
  const email = own.email()
  await sql`update collaborators set email = ${email} where id = ${collaboratorId}`
  const stranger = (await make.person((await make.company()).id)).id
  await sql`update collaborators set email = 'extrana@example.com' where id = ${stranger}`
  return {
    owner: await collaboratorCookieOf(sql, collaboratorId),
    powerless: undefined,
    // A session of the offices is none here.
    pending: await cookieOf(sql, await personOf(own, own.ownerId), 'complete'),
    singleStep: undefined,
    stranger: await collaboratorCookieOf(sql, stranger),
    private: [mark, companyName, email],
    guarded: [companyName],
    take: () => sql`update collaborator_sessions set ended_at = now() where collaborator_id = ${collaboratorId}`,
    give: () => sql`update collaborator_sessions set ended_at = null where collaborator_id = ${collaboratorId}`,
  }
}

const makers: Readonly<Record<Area, Make>> = {
  portal: ofPortal,
  company: ofCompany,
  operator: ofOperator,
  account: ofAccount,
  me: ofCollaborator,
}

/** Everybody who may come to that area, with a merchant and a company of their own. */
export async function visitorsOf(area: Area, sql: World['sql']): Promise<Visitors> {
  const own = await newWorld(sql)
  return { own, ...(await makers[area](own)) }
}

async function personOf({ sql }: World, id: number): Promise<{ id: number; email: string }> {
  const [row] = await sql`select email from users where id = ${id}`
  return { id, email: String(row?.email) }
}
