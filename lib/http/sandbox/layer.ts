import { newCode } from '@/lib/kernel/random-text'
import { type Identity, identityOf, type StagedOperation, type Staging } from '@/lib/sandbox/identities'
import type { Answer, ApiRequest } from '../exchange'
import { isCuttable, rememberSockets } from '../peer-address'
import type { Entering, Layer, Scene } from '../staging'
import { armedScene } from './armed'
import { Delays } from './delays'
import { identityOfCode, markCode } from './marked-code'
import { balancersPage, refusal } from './refused'
import { witnessed } from './witness'

/**
 * What the assigned identifications do that no row can (sandbox.md, Identities 2 and 3; ADR-0049). It looks at what a call says, in
 * memory: an ordinary call costs a look into a table, and no statement. What is cut or delayed is done before, so that a retry finds it.
 */

/** For so long it is remembered how often a credential has met a fault. */
const memoryMs = 10 * 60_000

/** An answer waits no longer than this until its call is written down. */
const witnessMsMax = 1_000

export function openLayer(): Layer {
  const delays = new Delays()
  rememberSockets()
  // Next's door has no other moment; the Node door says it too, whatever ends it.
  process.once('SIGTERM', () => delays.end())
  return {
    knows: (call) => identityIn(call) !== undefined,
    enter: (call) => (call.actor.inSandbox ? armedOrOf(call, delays) : ofIdentity(call, delays)),
    witness: async (call) => void (await Promise.race([witnessed(call), delays.wait(witnessMsMax)])),
    hurry: () => delays.end(),
  }
}

function ofIdentity(call: Entering, delays: Delays): Scene | Promise<Scene> | undefined {
  const identity = identityIn(call)
  return identity?.staging && sceneOf(call, identity, identity.staging, delays)
}

/** What is armed comes before what the identity does, whose own faults are met when nothing is armed any more. */
async function armedOrOf(call: Entering, delays: Delays): Promise<Scene | undefined> {
  const armed = await armedScene(call, delays)
  if (armed === undefined) return ofIdentity(call, delays)
  const identity = identityIn(call)
  if (identity?.staging === undefined) return armed
  const life = identity.staging.kind === 'life' ? { authorizationTtlSeconds: identity.staging.seconds } : {}
  return { newCode: () => markCode(newCode(), identity), ...life, ...armed }
}

/** Whom a call is for: by its identification, or by the code that its authorization has. */
function identityIn({ operation, input }: Pick<Entering, 'operation' | 'input'>): Identity | undefined {
  if (operation === 'checkEligibility' || operation === 'applyDiscount') {
    const { identificationTypeId, identification } = input as { identificationTypeId: number; identification: string }
    return identityOf(identificationTypeId, identification)
  }
  if (operation === 'registerConsumption') {
    return identityOfCode((input as { authorizationCode: string }).authorizationCode)
  }
  return undefined
}

function sceneOf(call: Entering, identity: Identity, staging: Staging, delays: Delays): Scene | Promise<Scene> {
  const operation = call.operation as StagedOperation
  const usual: Scene = { staged: identity.code, newCode: () => markCode(newCode(), identity) }
  switch (staging.kind) {
    case 'paused_between':
      return operation === 'applyDiscount' ? { ...usual, instead: { code: 'discount_not_available' } } : usual
    case 'life':
      return { ...usual, authorizationTtlSeconds: staging.seconds }
    case 'lost_answer':
      return operation === staging.operation
        ? { ...usual, leave: async (answer, isNew) => (isNew ? lost(call.request, answer) : answer) }
        : usual
    case 'slow':
      return staging.operations.includes(operation)
        ? {
            ...usual,
            leave: async (answer) => {
              await delays.wait(staging.seconds * 1_000)
              return answer
            },
          }
        : usual
    case 'refusal':
    case 'html':
      return staging.operations.includes(operation) ? refusedOrUsual(call, identity, staging, usual) : usual
  }
}

/** The first calls of a credential meet the fault; what comes after them is served. */
async function refusedOrUsual(
  { shared, actor: { credential } }: Entering,
  identity: Identity,
  staging: Extract<Staging, { kind: 'refusal' | 'html' }>,
  usual: Scene,
): Promise<Scene> {
  const met = await shared.limiter.count(`sandbox:${identity.code}:${credential.kind}:${credential.id}`, memoryMs)
  if (met > staging.times) return usual
  return {
    ...usual,
    instead: staging.kind === 'html' ? balancersPage() : refusal(staging.code, staging.retryAfterSeconds),
  }
}

/** Whoever called behind a proxy that keeps its own connection to them gets what the proxy makes of a lost one. */
const lost = (request: ApiRequest, answer: Answer): Answer | 'cut' => (isCuttable(request) ? 'cut' : answer)
