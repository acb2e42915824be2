import { z } from 'zod'

/** A whole number of at least `least`, from a text. */
const whole = (least: number, fallback: number) => z.coerce.number().int().min(least).default(fallback)

const optionalText = z
  .string()
  .optional()
  .transform((text) => text || undefined)

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ })

/** 32 bytes in base64. */
const dataKey = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be base64 of exactly 32 bytes')

const schema = z.object({
  DATABASE_URL: postgresUrl,
  MIGRATION_DATABASE_URL: optionalText.pipe(postgresUrl.optional()),
  DATABASE_POOL_MAX: whole(1, 10),
  DATABASE_PREPARE: z
    .enum(['true', 'false'])
    .default('true')
    .transform((text) => text === 'true'),
  DATA_KEY: dataKey,
  PORT: whole(0, 3000),
  API_PORT: whole(0, 3001),
  API_PROCESSES: whole(1, 1),
  PUBLIC_OFFICE_URL: optionalText,
  PUBLIC_API_URL: optionalText,
  SERVICE_ENVIRONMENT: z.enum(['test', 'production']).default('test'),
  AUTHORIZATION_TTL_SECONDS: whole(1, 900),
  ACCESS_TOKEN_TTL_SECONDS: whole(1, 900),
  RATE_LIMIT_PER_MINUTE: whole(1, 1200),
  RATE_LIMIT_BURST: whole(1, 200),
  RATE_LIMIT_MISSES_PER_MINUTE: whole(1, 120),
  TRUSTED_PROXY_HOPS: whole(0, 0),
  REDIS_URL: optionalText,
  NEXTAUTH_SECRET: optionalText.pipe(z.string().min(32, 'must be at least 32 characters').optional()),
  SMTP_URL: optionalText.pipe(z.url({ protocol: /^smtps?$/ }).optional()),
  MAIL_FROM: z.string().min(3).default('Aliado <no-reply@aliado.example>'),
  DATA_DIRECTORY: z.string().default('.data'),
  METRICS_TOKEN: optionalText.pipe(z.string().min(16, 'must be at least 16 characters').optional()),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export type Env = Readonly<Omit<z.infer<typeof schema>, 'PUBLIC_API_URL' | 'PUBLIC_OFFICE_URL'>> & {
  readonly PUBLIC_API_URL: string
  readonly PUBLIC_OFFICE_URL: string
}

/** The environment, checked whole. Throws one Error that names each variable at fault, never a value. */
export function parseEnv(variables: Record<string, string | undefined>): Env {
  const parsed = schema.safeParse(variables)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The environment does not fit:\n${faults.join('\n')}`)
  }
  const env = parsed.data
  return {
    ...env,
    PUBLIC_API_URL: withoutSlash(env.PUBLIC_API_URL ?? `http://localhost:${env.API_PORT}`),
    PUBLIC_OFFICE_URL: withoutSlash(env.PUBLIC_OFFICE_URL ?? `http://localhost:${env.PORT}`),
  }
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '')

let current: Env | undefined

/** The environment of this process, read once and at the first need, so that importing a route at build time needs none. */
export function env(): Env {
  current ??= parseEnv(process.env)
  return current
}
