import { type EnvFault, envError, envFaults, type Variables } from './env'

/** Words that documents and tests use in place of a secret. */
const placeholder = /change.?me|example|secret|password/i

/**
 * Whether a text has fewer different bytes than a random one: 32 random bytes have 30, a secret of 32 hexadecimal digits 14.
 */
const looksMade = (bytes: Buffer, leastKinds: number): boolean => new Set(bytes).size < leastKinds

const ownKey = 'must be set to a key of your own, kept apart from the database: openssl rand -base64 32'
const ownSecret = 'must be set to a secret of your own: openssl rand -base64 32'

function faultOfDataKey(key: string): string | undefined {
  if (key === '') return ownKey
  return looksMade(Buffer.from(key, 'base64'), 16) ? `is not random; it ${ownKey}` : undefined
}

function faultOfCookieSecret(secret: string, dataKey: string): string | undefined {
  if (secret === '') return ownSecret
  if (secret === dataKey) return `is the DATA_KEY; it ${ownSecret}`
  return looksMade(Buffer.from(secret), 9) || placeholder.test(secret) ? `is not random; it ${ownSecret}` : undefined
}

const isHttps = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:'

/** What production requires besides valid values; otherwise users would be the first to notice the fault (ADR-0022). */
function productionFaults(variables: Variables): EnvFault[] {
  const { DATA_KEY = '', NEXTAUTH_SECRET = '', SMTP_URL = '', PUBLIC_OFFICE_URL = '', DEMO_NETWORK } = variables
  const messages = {
    PUBLIC_OFFICE_URL: isHttps(PUBLIC_OFFICE_URL)
      ? undefined
      : 'must be the https address at which people open the offices, such as https://aliado.example',
    SMTP_URL:
      SMTP_URL === ''
        ? 'must name the mail server, or nobody is sent a link: smtps://user:password@host:465'
        : undefined,
    NEXTAUTH_SECRET: faultOfCookieSecret(NEXTAUTH_SECRET, DATA_KEY),
    DATA_KEY: faultOfDataKey(DATA_KEY),
    DEMO_NETWORK: DEMO_NETWORK === 'true' ? 'must not be true: the passwords of its users are published' : undefined,
  }
  return Object.entries(messages).flatMap(([variable, message]) => (message === undefined ? [] : { variable, message }))
}

/**
 * Throws one Error that names everything, `more` included, that makes these variables unfit for production. Requires nothing in
 * a test environment.
 */
export function requireProduction(variables: Variables, more: readonly EnvFault[] = []): void {
  if ((variables.SERVICE_ENVIRONMENT || 'test') === 'test') return
  const isProduction = variables.SERVICE_ENVIRONMENT === 'production'
  const faults = [...(isProduction ? [...productionFaults(variables), ...more] : []), ...envFaults(variables)]
  if (faults.length === 0) return
  throw envError('The environment does not fit production. Nothing was started, and nothing was touched:', faults)
}
