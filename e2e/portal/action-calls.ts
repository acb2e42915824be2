import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encode } from 'next-auth/jwt'
import type { Sql } from '@/db/client'
import { mintSessionToken } from '@/lib/accounts/session'
import type { Fields } from './access/ways'
import { portalUrl } from './fixtures'
import type { Account } from './people'
import { portalCookieSecret } from './service'

/** A server action of the build: an address that anybody can post to, whatever pages show. */
export type BuiltAction = { readonly id: string; readonly name: string; readonly file: string; readonly path: string }

/** Every server action that the build knows. */
export function builtActions(): BuiltAction[] {
  const file = join(import.meta.dirname, '../../.next/server/server-reference-manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as {
    node: Record<string, { exportedName: string; filename: string; workers: Record<string, unknown> }>
  }
  return Object.entries(manifest.node).map(([id, { exportedName: name, filename, workers }]) => ({
    id,
    name,
    file: filename,
    path: pathOf(Object.keys(workers)[0] ?? ''),
  }))
}

/** `app/(entry)/sign-in/page` is `/sign-in`; what a path leaves open is 1. */
const pathOf = (worker: string) =>
  worker
    .replace(/^app/, '')
    .replace(/\/page$/, '')
    .replace(/\/\([^)]+\)/g, '')
    .replace(/\[[^\]]+\]/g, '1') || '/'

/** The cookie of a new session of that person, at the stage asked for. */
export async function cookieOf(sql: Sql, person: Pick<Account, 'id'>, stage: 'pending' | 'complete'): Promise<string> {
  const { token, tokenHash } = mintSessionToken()
  await sql`insert into sessions (token_hash, user_id, expires_at, second_step_at)
    values (${tokenHash}, ${person.id}, now() + interval '12 hours', ${stage === 'complete' ? sql`now()` : null})`
  const sealed = await encode({ token: { sid: token.reveal() }, secret: portalCookieSecret, salt: 'aliado session' })
  return `aliado=${sealed}`
}

/** Whether an action answers a form with its next state; those that choose how one sees the offices do not. */
export const takesState = ({ name }: BuiltAction): boolean => !name.startsWith('choose')

/** What an action answered: the status, where it leads, and all that it said. */
export type Answered = { readonly status: number; readonly redirect: string; readonly text: string }

/** Calls an action as React does it, with a form of every field that any action reads. `origin` null sends none. */
export async function callAction(
  action: BuiltAction,
  options: {
    cookie?: string
    origin?: string | null
    headers?: Record<string, string>
    fields?: Fields
    /** Another door to the same offices. */
    at?: string
  } = {},
): Promise<Answered> {
  const { cookie, origin = portalUrl(), headers = {} } = options
  const body = new FormData()
  for (const [name, given] of Object.entries({ ...fields, ...options.fields })) {
    for (const value of [given].flat()) body.append(`_1_${name}`, value)
  }
  body.append('0', takesState(action) ? '[{"status":"idle"},"$K1"]' : '["$K1"]')
  const answer = await fetch(`${options.at ?? portalUrl()}${action.path}`, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(20_000),
    headers: {
      'Next-Action': action.id,
      Accept: 'text/x-component',
      ...(cookie === undefined ? {} : { Cookie: cookie }),
      ...(origin === null ? {} : { Origin: origin }),
      ...headers,
    },
    body,
  })
  return { status: answer.status, redirect: answer.headers.get('x-action-redirect') ?? '', text: await answer.text() }
}

const fields = {
  id: '1',
  keyId: '1',
  clientId: '1',
  credentialId: '1',
  merchantId: '1',
  companyId: '1',
  sessionId: '1',
  invitationId: '1',
  name: 'Caja 1',
  email: 'nadie@mercado.example',
  password: 'nothing that is right',
  newPassword: 'ocho barcas rumbo a Samaná',
  token: 'x',
  code: '000000',
  language: 'es',
  theme: 'dark',
  next: '/portal',
  permissions: 'core.integrations',
  validityDays: '90',
  confirmation: 'Caja 1',
}
