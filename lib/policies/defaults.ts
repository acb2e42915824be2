import type { Env } from '@/lib/env'
import type { Defaults } from './policies'

type Settings = Pick<
  Env,
  'RATE_LIMIT_PER_MINUTE' | 'RATE_LIMIT_BURST' | 'RATE_LIMIT_MISSES_PER_MINUTE' | 'AUTHORIZATION_TTL_SECONDS'
>

/** The numbers of this installation. */
export const defaultsOf = (env: Settings): Defaults => ({
  callsPerMinute: env.RATE_LIMIT_PER_MINUTE,
  callsBurst: env.RATE_LIMIT_BURST,
  missesPerMinute: env.RATE_LIMIT_MISSES_PER_MINUTE,
  authorizationTtlSeconds: env.AUTHORIZATION_TTL_SECONDS,
})
