import { randomBytes } from 'node:crypto'
import { generateSync } from 'otplib'
import { type OfficeDatabase, openOfficeDatabase } from '@/db/office'
import { beginTwoStep, confirmTwoStep } from '@/lib/accounts/enrol-two-step'
import { hashForLoading } from '@/lib/accounts/hash-password'
import { loadSession, type Session } from '@/lib/accounts/load-session'
import { passSecondStep } from '@/lib/accounts/pass-second-step'
import { type MerchantPermission, merchantPermissions } from '@/lib/accounts/permissions'
import { signIn } from '@/lib/accounts/sign-in'
import type { AccountContext, OfficeContext, UserContext } from '@/lib/context'
import { keyring } from '@/lib/kernel/data-keys'
import { Gate } from '@/lib/kernel/gate'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { canary } from '../../fixtures/canaries'
import { createDatabase, type TestDatabase } from '../../fixtures/database'
import { factories, testDataKey } from '../../fixtures/factories'

/** The offices of two processes on one database, and a clock of the test's own for authenticators. */
export type World = {
  readonly database: TestDatabase
  readonly make: ReturnType<typeof factories>
  /** What hashes there were: `most` at a time, and in all. */
  readonly hashes: { most: number; total: number }
  /** A context of one of the two processes, as if the request came from that address. */
  ctx(options?: { process?: 0 | 1; address?: string | null }): AccountContext
  /** Moves the clock of authenticators on. */
  pass(seconds: number): void
  close(): Promise<void>
}

export const officeUrl = 'https://office.example'

class CountingGate extends Gate {
  readonly hashes = { most: 0, total: 0 }
  #now = 0

  override run<T>(statement: () => PromiseLike<T>): Promise<T> {
    return super.run(async () => {
      this.hashes.total += 1
      this.#now += 1
      this.hashes.most = Math.max(this.hashes.most, this.#now)
      try {
        return await statement()
      } finally {
        this.#now -= 1
      }
    })
  }
}

export async function openWorld(): Promise<World> {
  const database = await createDatabase()
  const offices: OfficeDatabase[] = [0, 1].map(() => openOfficeDatabase(database.databaseUrl, { poolMax: 5 }))
  const hashing = new CountingGate({ size: 2, waitMsMax: 10_000, queueMax: 64 })
  let clock = Date.UTC(2026, 10, 21, 15, 0, 10)
  return {
    database,
    make: factories(database.sql),
    hashes: hashing.hashes,
    ctx: ({ process = 0, address = '203.0.113.7' } = {}) => {
      const office = offices[process]
      if (!office) throw new Error('no such process')
      return {
        db: office.db,
        origin: { address, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0.0.0', requestId: 'req_test' },
        officeUrl,
        totpKey: keyring(testDataKey, 'aliado totp encryption v1'),
        importKey: keyring(testDataKey, 'aliado import encryption v1'),
        hashing,
        environment: 'test',
        now: () => new Date(clock),
      }
    },
    pass: (seconds) => {
      clock += seconds * 1000
    },
    close: async () => {
      await Promise.all(offices.map(({ sql }) => sql.end({ timeout: 5 })))
      await database.drop()
    },
  }
}

export type TestUser = { id: number; email: string; name: string; password: string; merchantId: number }

let hashedPassword: Promise<string> | undefined
const password = canary('tres colibríes saludan')

/** A user of a new merchant, or of that one, with an ordinary password and no second step. */
export async function makeUser(
  world: World,
  options: { merchantId?: number; permissions?: readonly MerchantPermission[] } = {},
): Promise<TestUser> {
  const { sql } = world.database
  const merchantId = options.merchantId ?? (await world.make.merchant()).id
  const email = `u${randomBytes(6).toString('hex')}@shop.example`
  const name = 'Luisa Fernández'
  hashedPassword ??= hashForLoading(password)
  const [row] =
    await sql`insert into users (email, name, password_hash) values (${email}, ${name}, ${await hashedPassword}) returning id`
  const id = Number(row?.id)
  await sql`insert into merchant_memberships (user_id, merchant_id, permissions)
    values (${id}, ${merchantId}, ${[...(options.permissions ?? merchantPermissions)]})`
  return { id, email, name, password, merchantId }
}

/** The context of whoever holds that token. */
export async function asHolder(ctx: AccountContext, token: string): Promise<UserContext & { session: Session }> {
  const session = await loadSession(ctx.db, token)
  if (!session) throw new Error('nobody is signed in by that token')
  return { ...ctx, user: { userId: session.userId, sessionId: session.sessionId }, session }
}

/** The same as a member of their merchant. */
export function asMember(ctx: UserContext & { session: Session }): UserContext & OfficeContext {
  const { membership, userId, sessionId } = ctx.session
  if (!membership) throw new Error('a member of nothing')
  const { merchantId, permissions } = membership
  return { ...ctx, member: { userId, sessionId, merchantId, permissions } }
}

/** Signs in with the password alone, in a browser that is known by that token, if by any. */
export async function signInAs(ctx: AccountContext, user: TestUser, device?: string): Promise<string> {
  const { token } = await signIn(ctx, { email: user.email, password: user.password, device })
  return canary(token.reveal())
}

/** `device` is what the browser is known by. */
export type Enrolled = { token: string; device: string; secret: string; recoveryCodes: string[] }

export const codeOf = (world: World, secret: string): string =>
  generateSync({ secret, epoch: Math.floor(world.ctx().now().getTime() / 1000) })

/** Turns two-step verification on, by the verbs; the clock then stands at a step without a used code. */
export async function enrol(world: World, user: TestUser, token?: string): Promise<Enrolled> {
  const ctx = await asHolder(world.ctx(), token ?? (await signInAs(world.ctx(), user)))
  const { secret } = await beginTwoStep(ctx, { password: user.password, code: '' })
  canary(secret)
  const confirmed = await confirmTwoStep(ctx, { code: codeOf(world, secret) })
  world.pass(60)
  return {
    secret,
    token: canary(confirmed.token.reveal()),
    device: canary(confirmed.device.reveal()),
    recoveryCodes: confirmed.recoveryCodes.map((code) => canary(code)),
  }
}

/** Both steps, by an enrolled user; the clock then stands at a step without a used code. */
export async function signInFully(world: World, user: TestUser, secret: string): Promise<string> {
  const ctx = await asHolder(world.ctx(), await signInAs(world.ctx(), user))
  const { token } = await passSecondStep(ctx, { code: codeOf(world, secret) })
  world.pass(60)
  return canary(token.reveal())
}

/** What a verb refuses with, or `done`. */
export async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (error instanceof OfficeFault) return error.code
    throw error
  }
}

/** How many of each outcome there are, of works that start in one turn of the event loop. */
export async function race(works: readonly (() => Promise<unknown>)[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const outcome of await Promise.all(works.map((work) => outcomeOf(work())))) {
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

/** What the audit trail says of a user, oldest first: `session.started denied`. */
export async function trailOf({ database }: World, userId: number): Promise<string[]> {
  const rows = await database.sql`select action, outcome from audit_events where user_id = ${userId} order by id`
  return rows.map((row) => (row.outcome === 'done' ? row.action : `${row.action} ${row.outcome}`))
}

/** The kinds of mail to an address, oldest first. */
export async function mailsTo({ database }: World, email: string): Promise<string[]> {
  const rows = await database.sql`select kind from mails where recipient = ${email} order by id`
  return rows.map((row) => row.kind)
}

/** The token of the newest link mailed to an address. */
export async function mailedToken({ database }: World, email: string): Promise<string> {
  const [row] = await database.sql`select text_body from mails where recipient = ${email} and text_body like '%token=%'
    order by id desc limit 1`
  const token = /token=([A-Za-z0-9]+)/.exec(row?.text_body ?? '')?.[1]
  if (!token) throw new Error('no link was mailed')
  return canary(token)
}
