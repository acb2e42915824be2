import { type ArmedFault, takeArmedFault } from '@/db/queries/tills/sandbox-faults'
import { credentialIds } from '@/lib/redemption/idempotency'
import { type FaultKind, faultKinds } from '@/lib/sandbox/faults'
import type { Answer } from '../exchange'
import { isCuttable } from '../peer-address'
import type { Entering, Scene } from '../staging'
import type { Delays } from './delays'
import { balancersPage, refusal } from './refused'

const isKind = (kind: string): kind is FaultKind => Object.hasOwn(faultKinds, kind)

/** What is armed for the credential of a call, and taken by it. A kind that a later version armed is left alone. */
export async function armedScene(call: Entering, delays: Delays): Promise<Scene | undefined> {
  const { actor, operation, shared } = call
  const fault = await takeArmedFault(shared.db, actor.merchantId, credentialIds(actor), operation)
  return fault && isKind(fault.kind)
    ? { staged: fault.kind, ...whatHappens(call, fault.kind, fault, delays) }
    : undefined
}

function whatHappens({ request }: Entering, kind: FaultKind, { seconds }: ArmedFault, delays: Delays): Partial<Scene> {
  const cut = async (answer: Answer) => (isCuttable(request) ? ('cut' as const) : answer)
  switch (kind) {
    case 'lost':
      return { leave: cut }
    case 'slow':
      return {
        leave: async (answer) => {
          await delays.wait((seconds ?? faultKinds.slow.usual) * 1_000)
          return answer
        },
      }
    case 'rate_limited':
    case 'service_unavailable':
      return { instead: refusal(kind, seconds ?? faultKinds[kind].usual) }
    case 'internal_error':
    case 'credential_invalid':
    case 'merchant_disabled':
      return { instead: refusal(kind, undefined) }
    case 'html':
      return { instead: balancersPage() }
    case 'additions':
      return { leave: withAdditions }
    case 'truncated':
      return { leave: truncated }
    case 'unreachable':
      return { instead: refusal('service_unavailable', 1), leave: cut }
  }
}

type Envelope = { value?: unknown }

/** What a later version may add (D62): a client goes on as if it were not there, and takes an unknown code for something else. */
async function withAdditions(answer: Answer): Promise<Answer> {
  const body = JSON.parse(answer.body) as Envelope
  const more = { pruebaCampoNuevo: { texto: 'nuevo', lista: [1, 2, 3] }, pruebaOtroCampo: null }
  const grown =
    answer.status >= 400
      ? { ...body, code: 'code_of_a_later_version', ...more }
      : { ...body, value: grownValue(body.value, more), ...more }
  return { ...answer, body: JSON.stringify(grown) }
}

const grownValue = (value: unknown, more: object): unknown =>
  Array.isArray(value)
    ? value.map((one) => grownValue(one, more))
    : typeof value === 'object' && value !== null
      ? { ...value, ...more }
      : value

const truncated = async (answer: Answer): Promise<Answer> => ({
  ...answer,
  body: answer.body.slice(0, Math.floor(answer.body.length / 2)),
})
