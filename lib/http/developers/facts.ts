import type { Env } from '@/lib/env'

/** What a guide says of the installation that publishes it: `{{name}}` in its text. */
export type Facts = Readonly<Record<FactName, string>>

type FactName =
  | 'apiUrl'
  | 'officeUrl'
  | 'perMinute'
  | 'burst'
  | 'missesPerMinute'
  | 'ttlMinutes'
  | 'tokenMinutes'
  | 'itemsMax'

/** As `lib/redemption/schemas.ts` has it; `e2e/law/developers.test.ts` holds it to the OpenAPI document. */
const itemsMax = 500

const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 1 })

export const factsOf = (
  env: Pick<
    Env,
    | 'PUBLIC_API_URL'
    | 'PUBLIC_OFFICE_URL'
    | 'RATE_LIMIT_PER_MINUTE'
    | 'RATE_LIMIT_BURST'
    | 'RATE_LIMIT_MISSES_PER_MINUTE'
    | 'AUTHORIZATION_TTL_SECONDS'
    | 'ACCESS_TOKEN_TTL_SECONDS'
  >,
): Facts => ({
  apiUrl: env.PUBLIC_API_URL,
  officeUrl: env.PUBLIC_OFFICE_URL,
  perMinute: number(env.RATE_LIMIT_PER_MINUTE),
  burst: number(env.RATE_LIMIT_BURST),
  missesPerMinute: number(env.RATE_LIMIT_MISSES_PER_MINUTE),
  ttlMinutes: number(env.AUTHORIZATION_TTL_SECONDS / 60),
  tokenMinutes: number(env.ACCESS_TOKEN_TTL_SECONDS / 60),
  itemsMax: number(itemsMax),
})

/** The text with its facts. Throws for a fact that there is not: a guide never shows a gap. */
export const withFacts = (text: string, facts: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const fact = facts[name]
    if (fact === undefined) throw new Error(`there is no fact named ${name}`)
    return fact
  })
