import type { CredentialReference } from '@/lib/credentials/reference'
import { hidden, type Shown } from './snapshot'

/**
 * A call as a line for a shell. What was not kept, and what is secret, is a variable: nobody's identification and no
 * credential is in it. A write keeps its Idempotency-Key: done before, it is answered again and not done twice.
 */
export function curlOf(call: {
  /** Such as `POST /api/v1/consumptions`. */
  readonly endpoint: string
  readonly apiUrl: string
  readonly credential: CredentialReference
  readonly input: Readonly<Record<string, Shown>> | undefined
  readonly idempotencyKey: string | undefined
}): string {
  const [method = 'GET', path = ''] = call.endpoint.split(' ')
  const address = inShell(`${call.apiUrl}${path}`)
  const input = Object.entries(call.input ?? {})
  if (path.startsWith('/connect/')) {
    const kept = input.filter(([name]) => !['client_id', 'client_secret'].includes(name))
    return lines(`curl ${address}`, '-u "$ALIADO_CLIENT_ID:$ALIADO_CLIENT_SECRET"', ...kept.map(pair))
  }
  const credential =
    call.credential.kind === 'api_key' ? '-H "X-Api-Key: $ALIADO_API_KEY"' : '-H "Authorization: Bearer $ALIADO_TOKEN"'
  if (method === 'GET') return lines(`curl --get ${address}`, credential, ...input.map(pair))
  return lines(
    `curl -X ${method} ${address}`,
    credential,
    "-H 'Content-Type: application/json'",
    ...(call.idempotencyKey === undefined ? [] : [`-H ${inShell(`Idempotency-Key: ${call.idempotencyKey}`)}`]),
    `--data ${bodyOf(call.input ?? {})}`,
  )
}

const lines = (...parts: readonly string[]): string => parts.join(' \\\n  ')

/** One word of a shell, whatever is in the text. */
const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** `branchId` is `BRANCH_ID`. */
const variable = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()

const pair = ([name, value]: readonly [string, Shown]): string =>
  value === hidden ? `--data-urlencode "${name}=$${variable(name)}"` : `--data-urlencode ${inShell(`${name}=${value}`)}`

/** A mark that no body has, since JSON writes this character escaped. */
const mark = '\u0001'

function bodyOf(input: Readonly<Record<string, Shown>>): string {
  const body = JSON.stringify(input, (name, value: unknown) => {
    if (value === hidden) return `${mark}${variable(name)}${mark}`
    // A list that was cut says so in a text at its end, which is no item.
    return Array.isArray(value) ? value.filter((item) => typeof item !== 'string') : value
  })
  return inShell(body).replace(/\\u0001([A-Z_]+)\\u0001/g, `'"$$$1"'`)
}
