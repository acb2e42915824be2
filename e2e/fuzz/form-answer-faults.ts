import type { Answer } from '../fixtures/client'
import { echoes } from './answer-faults'
import type { FormDraft } from './forms'
import type { World } from './world'

/** The fields of a form with their last values, and whether a name repeats. An empty value counts as none (RFC 6749, 3.2). */
function read(text: string): { fields: ReadonlyMap<string, string>; repeated: boolean } {
  const pairs = [...new URLSearchParams(text)]
  const fields = new Map(pairs.filter(([, value]) => value !== ''))
  return { fields, repeated: new Set(pairs.map(([name]) => name)).size < pairs.length }
}

/** The live client that a request proves to be, by the header or by the form, never by both (RFC 6749, 2.3). */
function clientOf(
  draft: FormDraft,
  fields: ReadonlyMap<string, string>,
  world: World,
): World['clients'][number] | undefined {
  const { client: n } = draft.authorization
  const [id, secret] = [fields.get('client_id'), fields.get('client_secret')]
  if (n === 'bad') return undefined
  const client = n === 'none' ? world.clients.find((one) => one.clientId === id) : world.clients[n]
  const proven =
    n === 'none'
      ? secret === client?.clientSecret
      : secret === undefined && (id ?? client?.clientId) === client?.clientId
  return client?.live && proven ? client : undefined
}

function grants(fields: ReadonlyMap<string, string>, permissions: readonly string[]): boolean {
  const scope = fields.get('scope')
  const asked = scope === undefined ? [] : scope.split(' ')
  return fields.get('grant_type') === 'client_credentials' && asked.every((one) => permissions.includes(one))
}

/** Whether RFC 6749 (4.4) or RFC 7009 (2.1) lets the request succeed. */
function maySucceed(endpoint: 'token' | 'revocation', draft: FormDraft, text: string, world: World): boolean {
  const { fields, repeated } = read(text)
  const client = clientOf(draft, fields, world)
  if (!draft.contentType.fine || repeated || !client) return false
  return endpoint === 'token' ? grants(fields, client.permissions) : fields.has('token')
}

const errors = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]

/** What is wrong with the answer to a form; nothing with a good one. */
export function faultsOfFormAnswer(
  endpoint: 'token' | 'revocation',
  draft: FormDraft,
  text: string,
  answer: Answer,
  world: World,
): string[] {
  const faults = echoes(answer, undefined, world)
  const claim = (holds: boolean, what: string) => {
    if (!holds) faults.push(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`)
  }
  claim(answer.headers.get('content-type') === 'application/json; charset=utf-8', 'is JSON')
  claim(/^[A-Za-z0-9._-]{1,64}$/.test(answer.headers.get('x-request-id') ?? ''), 'has a request id')
  claim(
    answer.headers.get('cache-control') === 'no-store' && answer.headers.get('pragma') === 'no-cache',
    'is stored nowhere',
  )
  if (maySucceed(endpoint, draft, text, world)) {
    claim(answer.status === 200, 'succeeds')
    if (endpoint === 'revocation') claim(answer.text === '{}', 'says nothing')
    else {
      const { access_token: token, ...rest } = answer.body ?? {}
      claim(/^[A-Za-z0-9]{43}$/.test(token), 'has a token')
      claim(
        rest.token_type === 'Bearer' && rest.expires_in === 900 && Object.keys(rest).length === 3,
        'has what it must have',
      )
    }
    return faults
  }
  // 429 for who fails often under one client id (D56).
  claim([400, 401, 429].includes(answer.status), 'is refused')
  const { error, error_description: description, ...rest } = answer.body ?? {}
  claim(errors.includes(error) && Object.keys(rest).length === 0, 'is an error of RFC 6749, 5.2')
  claim(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/.test(description), 'is described in the alphabet of RFC 6749, 5.2')
  claim((answer.status === 401) === answer.headers.has('www-authenticate'), 'names the scheme with 401 and only then')
  return faults
}
