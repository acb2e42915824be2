import { isIP } from 'node:net'
import * as z from 'zod'
import type { DataKeys } from './kernel/data-keys'
import { readDatabaseAddress } from './kernel/database-address'
import { readNetworks } from './kernel/networks'

/** A whole number of at least `least`, from a text. */
const whole = (least: number, fallback: number) => z.coerce.number().int().min(least).default(fallback)

const optionalText = z
  .string()
  .optional()
  .transform((text) => text || undefined)

const postgresUrl = z
  .string()
  .refine(
    (text) => readDatabaseAddress(text) !== undefined,
    'must be postgres://user:password@host:port/database, with several hosts separated by commas, and no target_session_attrs but primary',
  )
/** Of several servers the primary would be found. */
const standbyUrl = postgresUrl.refine(
  (text) => readDatabaseAddress(text)?.places.length === 1 && !/[?&]target_session_attrs=/.test(text),
  'must name one standby, without target_session_attrs',
)
const webUrl = z.url({ protocol: /^https?$/ })

/** 32 bytes in base64. */
const dataKey = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be base64 of exactly 32 bytes')

/** Behind proxies the ports are for them alone: anybody else who reached one could write an `X-Forwarded-For` of their own. */
const loopback = '127.0.0.1'

const loopbackNetworks = '127.0.0.0/8 ::1'

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

const settings = z.object({
  DATABASE_URL: postgresUrl,
  MIGRATION_DATABASE_URL: optionalText.pipe(postgresUrl.optional()),
  DATABASE_READ_URL: optionalText.pipe(standbyUrl.optional()),
  DATABASE_POOL_MAX: whole(1, 10),
  DATABASE_PREPARE: flag.default(true),
  DATA_KEY: dataKey,
  DATA_KEY_GENERATION: whole(1, 1),
  DATA_KEY_OLD: optionalText.pipe(dataKey.optional()),
  HOST: optionalText.refine(
    (host) => host === undefined || host === 'localhost' || isIP(host) !== 0,
    'must be an address of this machine, such as 127.0.0.1 or 0.0.0.0',
  ),
  PORT: whole(0, 3000),
  API_PORT: whole(0, 3001),
  API_PROCESSES: whole(1, 1),
  PUBLIC_OFFICE_URL: optionalText.pipe(webUrl.optional()),
  PUBLIC_API_URL: optionalText.pipe(webUrl.optional()),
  OTHER_API_URL: optionalText.pipe(webUrl.optional()),
  INTEGRATORS_EMAIL: optionalText.pipe(z.email().optional()),
  OPERATOR_EMAIL: optionalText.pipe(z.email().optional()),
  SERVICE_ENVIRONMENT: optionalText.pipe(z.enum(['test', 'production']).default('test')),
  DEMO_NETWORK: optionalText.pipe(flag.optional()),
  AUTHORIZATION_TTL_SECONDS: whole(1, 900),
  ACCESS_TOKEN_TTL_SECONDS: whole(1, 900),
  RATE_LIMIT_PER_MINUTE: whole(1, 1200),
  RATE_LIMIT_BURST: whole(1, 200),
  RATE_LIMIT_MISSES_PER_MINUTE: whole(1, 120),
  TRUSTED_PROXY_HOPS: whole(0, 0),
  TRUSTED_PROXIES: optionalText.transform((text, ctx) => {
    const networks = readNetworks(text ?? loopbackNetworks)
    if (networks) return networks
    ctx.addIssue({ code: 'custom', message: 'must be addresses or networks, such as 10.0.0.7 or 10.0.0.0/8' })
    return z.NEVER
  }),
  REDIS_URL: optionalText,
  NEXTAUTH_SECRET: optionalText.pipe(z.string().min(32, 'must be at least 32 characters').optional()),
  SMTP_URL: optionalText.pipe(z.url({ protocol: /^smtps?$/ }).optional()),
  MAIL_FROM: z.string().min(3).default('Aliado <no-reply@aliado.example>'),
  DATA_DIRECTORY: z.string().default('.data'),
  METRICS_TOKEN: optionalText.pipe(z.string().min(16, 'must be at least 16 characters').optional()),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

const schema = settings.superRefine(({ DATA_KEY, DATA_KEY_GENERATION, DATA_KEY_OLD }, ctx) => {
  const refuse = (message: string) => ctx.addIssue({ code: 'custom', path: ['DATA_KEY_OLD'], message })
  if (DATA_KEY_OLD !== undefined && DATA_KEY_GENERATION === 1) refuse('is for a DATA_KEY_GENERATION of 2 or more')
  if (DATA_KEY_OLD === DATA_KEY) refuse('is the DATA_KEY')
})

export type Env = Readonly<Omit<z.infer<typeof schema>, 'PUBLIC_API_URL' | 'PUBLIC_OFFICE_URL'>> & {
  readonly PUBLIC_API_URL: string
  readonly PUBLIC_OFFICE_URL: string
}

/** A variable with an invalid value, and what is wrong with it; never the value. */
export type EnvFault = { readonly variable: string; readonly message: string }

export type Variables = Readonly<Record<string, string | undefined>>

/** One Error that names each invalid variable, once. */
export function envError(title: string, faults: readonly EnvFault[]): Error {
  const lines = new Map(faults.map(({ variable, message }) => [variable, `  ${variable}: ${message}`]))
  return new Error([title, ...lines.values()].join('\n'))
}

/** The variables with invalid values. */
export function envFaults(variables: Variables): EnvFault[] {
  const issues = schema.safeParse(variables).error?.issues ?? []
  return issues.map(({ path, message }) => ({ variable: path.join('.'), message }))
}

/** The environment, all of it checked. Throws one Error that names each invalid variable, never a value. */
export function parseEnv(variables: Variables): Env {
  const parsed = schema.safeParse(variables)
  if (!parsed.success) throw envError('The environment does not fit:', envFaults(variables))
  const env = parsed.data
  return {
    ...env,
    HOST: env.HOST ?? (env.TRUSTED_PROXY_HOPS > 0 ? loopback : undefined),
    PUBLIC_API_URL: withoutSlash(env.PUBLIC_API_URL ?? `http://localhost:${env.API_PORT}`),
    PUBLIC_OFFICE_URL: withoutSlash(env.PUBLIC_OFFICE_URL ?? `http://localhost:${env.PORT}`),
  }
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '')

/** The keys of kept data that an environment gives (ADR-0060). */
export const dataKeysOf = ({
  DATA_KEY: key,
  DATA_KEY_GENERATION: generation,
  DATA_KEY_OLD: old,
}: Pick<Env, 'DATA_KEY' | 'DATA_KEY_GENERATION' | 'DATA_KEY_OLD'>): DataKeys => ({ key, generation, old })

let current: Env | undefined

/** The environment of this process, read once, when it is first needed: a route can be imported at build time without any. */
export function env(): Env {
  current ??= parseEnv(process.env)
  return current
}
