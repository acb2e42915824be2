import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Operation, operations } from '@/lib/http/operations'
import { startApi } from '../api/till'
import { expectInvariants } from '../db/invariants'
import type { Answer, OperationId } from '../fixtures/client'
import { faultsOfAnswer } from './answer-faults'
import { applyBody, consumeBody, eligibilityBody, releaseBody } from './bodies'
import { bytesOf, type Draft, type DraftBody, type HeaderLine } from './drafts'
import { faultsOfFormAnswer } from './form-answer-faults'
import { type FormDraft, revocationForm, tokenForm } from './forms'
import { callHeaders, oddCallHeaders } from './headers'
import { type RawRequest, sendPipelined } from './pipelined-requests'
import { consumptionsQuery, referenceQuery, uselessQuery } from './queries'
import { fuzzSeed, howToRepeat } from './seed'
import {
  type OperationWithBody,
  type OperationWithQuery,
  type Verdict,
  verdictOnBody,
  verdictOnQuery,
} from './validity'
import { newWorld, type World } from './world'

/**
 * Thousands of requests that nobody would write: valid, nearly valid, and garbage. No 5xx, every answer as the OpenAPI document
 * (or RFC 6749) has it, nothing accepted that a second reading of the contract refuses, nothing refused that it accepts, no
 * identification and no secret in an answer, and a sound database in the end (D1, D7, D8, D32).
 */

const api = startApi()
let world: World
const seen = new Map<string, Map<string, number>>()

beforeAll(async () => {
  console.log(`fuzz: ${howToRepeat}`)
  world = await newWorld(api().url, api().sql)
})

const bodyDraft = (body: fc.Arbitrary<DraftBody>): fc.Arbitrary<Draft> =>
  fc.record({ query: uselessQuery, headers: callHeaders, body })
const queryDraft = (query: fc.Arbitrary<string>): fc.Arbitrary<Draft> =>
  fc.record({ query, headers: callHeaders, body: fc.constant(undefined) })

/** How the requests of each operation are made. A new operation of the catalogue needs a line here. */
const drafts: Readonly<Record<OperationId, fc.Arbitrary<Draft>>> = {
  describeCredential: fc.record({ query: uselessQuery, headers: oddCallHeaders, body: fc.constant(undefined) }),
  listIdentificationTypes: fc.record({ query: uselessQuery, headers: oddCallHeaders, body: fc.constant(undefined) }),
  checkEligibility: bodyDraft(eligibilityBody),
  applyDiscount: bodyDraft(applyBody),
  registerConsumption: bodyDraft(consumeBody),
  findAuthorization: queryDraft(referenceQuery),
  releaseAuthorization: bodyDraft(releaseBody),
  listConsumptions: queryDraft(consumptionsQuery),
}

/** How many reservations an operation's requests are about, and how many of them are confirmed. */
const needed: Partial<Record<OperationId, [count: number, confirmed: number]>> = {
  registerConsumption: [1_500, 0],
  releaseAuthorization: [1_000, 100],
  findAuthorization: [100, 50],
  listConsumptions: [100, 100],
}

/** Header lines, filled; a key that lacks a permission is one that lacks the operation's. */
const filled = (lines: readonly HeaderLine[], operation?: Operation) =>
  lines.map(([name, value]): [string, string] => {
    const lacking = operation?.permission === 'core.integrations' ? 0 : 1
    // Where no permission is asked for, none can be lacking: another key that is refused with 403 takes its place.
    const refused = operation?.permission === null ? '{{disabledKey:0}}' : `{{powerlessKey:${lacking}}}`
    return [name, world.fill(value.replace('{{powerlessKey:0}}', refused))]
  })

/** A draft as it is sent, and what is wrong with an answer to it. */
type Prepared = { request: RawRequest; faultsOf: (answer: Answer) => string[] }

function prepareCall(id: OperationId, draft: Draft): Prepared {
  const operation: Operation = operations[id]
  const { credential, contentType, idempotencyKey, others } = draft.headers
  const query = world.fill(draft.query)
  const bytes = draft.body && bytesOf(world.fill(draft.body.text), draft.body.damage)
  const input: Verdict = bytes
    ? verdictOnBody(id as OperationWithBody, bytes)
    : verdictOnQuery(id as OperationWithQuery, query)
  return {
    request: {
      method: operation.method,
      path: query === '' ? operation.path : `${operation.path}?${query}`,
      headers: filled([...credential.lines, ...contentType.lines, ...idempotencyKey.lines, ...others], operation),
      body: bytes,
      chunked: draft.body?.chunked ?? false,
    },
    faultsOf: (answer) => faultsOfAnswer(id, { headers: draft.headers, input, bytes }, answer, world),
  }
}

function prepareForm(endpoint: 'token' | 'revocation', draft: FormDraft): Prepared {
  const text = world.fill(draft.text)
  return {
    request: {
      method: 'POST',
      path: `/connect/${endpoint}`,
      headers: filled([...draft.authorization.lines, ...draft.contentType.lines, ...draft.others]),
      body: Buffer.from(text),
      chunked: false,
    },
    faultsOf: (answer) => faultsOfFormAnswer(endpoint, draft, text, answer, world),
  }
}

/** Sends a sample and fails with the smallest request found that goes wrong, when one does. */
async function fuzz<D>(
  name: string,
  draft: fc.Arbitrary<D>,
  count: number,
  prepare: (draft: D) => Prepared,
): Promise<void> {
  const sample = fc.sample(draft, { seed: fuzzSeed, numRuns: count })
  const prepared = (n: number): Prepared => prepare(sample[n] as D)
  const counts = new Map<string, number>()
  seen.set(name, counts)
  let failed: { n: number; faults: string[] } | undefined
  const faultsOfAll = new Map<number, Prepared['faultsOf']>()
  await sendPipelined(
    api().url,
    count,
    (n) => {
      const { request, faultsOf } = prepared(n)
      faultsOfAll.set(n, faultsOf)
      return request
    },
    (n, answer) => {
      const kind = `${answer.status} ${answer.body?.code ?? answer.body?.error ?? ''}`.trim()
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      const faults = faultsOfAll.get(n)?.(answer) ?? ['was not asked for']
      faultsOfAll.delete(n)
      if (faults.length > 0) failed ??= { n, faults }
      return failed ? 'enough' : 'go on'
    },
  )
  if (failed) throw new Error(await explained(draft, failed, prepare))
}

/** The failure with its seed, and the smallest request near it that fails too; all with placeholders, so without secrets. */
async function explained<D>(
  draft: fc.Arbitrary<D>,
  failed: { n: number; faults: string[] },
  prepare: (draft: D) => Prepared,
) {
  const property = fc.asyncProperty(draft, async (one) => {
    const { request, faultsOf } = prepare(one)
    let faults: string[] = []
    await sendPipelined(
      api().url,
      1,
      () => request,
      (_, answer) => {
        faults = faultsOf(answer)
        return 'enough'
      },
    )
    return faults.length === 0
  })
  const shrunk = await fc.check(property, {
    seed: fuzzSeed,
    path: `${failed.n}`,
    numRuns: 1,
    interruptAfterTimeLimit: 10_000,
  })
  const smallest = shrunk.counterexample ?? fc.sample(draft, { seed: fuzzSeed, numRuns: failed.n + 1 }).slice(-1)
  const request = JSON.stringify(smallest[0], null, 1)
  return `${howToRepeat}\nrequest ${failed.n}: ${failed.faults.join('; ').slice(0, 1_000)}\n${request.slice(0, 2_000)}`
}

const timeoutMs = 180_000

describe('whatever is sent', () => {
  it.each(Object.keys(drafts) as OperationId[])(
    'to %s, 5,000 times, is answered as the contract says',
    async (id) => {
      if (needed[id]) await world.reserve(...needed[id])
      await fuzz(id, drafts[id], 5_000, (draft) => prepareCall(id, draft))
    },
    timeoutMs,
  )

  it(
    'to /connect/token, 5,000 times, is answered as RFC 6749 says (D50)',
    () => fuzz('token', tokenForm, 5_000, (draft) => prepareForm('token', draft)),
    timeoutMs,
  )

  it(
    'to /connect/revocation, 2,000 times, is answered as RFC 7009 says (D51)',
    async () => {
      await fuzz('revocation', revocationForm, 2_000, (draft) => prepareForm('revocation', draft))
      const types = {
        method: 'GET',
        path: operations.listIdentificationTypes.path,
        body: undefined,
        chunked: false,
      } as const
      const headers = filled([['Authorization', 'Bearer {{token:0}}']])
      // A token that nobody asked to revoke still works.
      await sendPipelined(
        api().url,
        1,
        () => ({ ...types, headers }),
        (_, { status }) => {
          expect(status).toBe(200)
          return 'go on'
        },
      )
    },
    timeoutMs,
  )
})

describe('after all that', () => {
  it('every operation has accepted some requests and refused others', () => {
    expect([...seen.keys()].length).toBe(Object.keys(drafts).length + 2)
    for (const [name, counts] of seen) {
      const kinds = [...counts.keys()]
      expect([name, kinds.some((kind) => kind.startsWith('2')), kinds.some((kind) => kind.startsWith('4'))]).toEqual([
        name,
        true,
        true,
      ])
    }
  })

  it('the database keeps every invariant', () => expectInvariants(api().sql))

  it('the log tells of no error of ours', () => {
    const lines = readFileSync(api().service.logFile, 'utf8')
      .split('\n')
      .filter((line) => /"level":"(error|fatal)"/.test(line))
    expect(lines.slice(0, 3)).toEqual([])
  })
})

afterAll(() => {
  for (const [name, counts] of seen) {
    const kinds = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, count]) => `${kind}: ${count}`)
    console.log(`fuzz: ${name}: ${kinds.join(', ')}`)
  }
})
