import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { operations } from '@/lib/http/operations'
import { type ApiKey, newReference, type Person } from '../fixtures/factories'

/** One try of a write: what came of it, in words, and when. Times are those of `performance.now()`. */
export type Try = {
  readonly requestId: string
  readonly startedAt: number
  readonly endedAt: number
  readonly kind: string
}

/** A write that a till means to happen once: one key, one body, as many tries as it takes. */
export type Write = {
  readonly operation: 'applyDiscount' | 'registerConsumption'
  readonly key: string
  readonly body: Readonly<Record<string, unknown>>
  readonly tries: Try[]
  /** The `value` of every 201 that the till saw. */
  readonly values: Record<string, unknown>[]
}

/** What tills must know of their shop. */
export type SellingShop = {
  readonly credential: Pick<ApiKey, 'apiKey'>
  readonly person: Pick<Person, 'identificationTypeId' | 'identification'>
  readonly discountId: number
}

/** Tills of one shop. One that gets no answer, or 503, tries again with the same key and body (D44) until it has one. */
export type Tills = {
  /** Everything that was begun, in order. */
  readonly writes: readonly Write[]
  /** Every try so far. */
  tries(): Try[]
  /** Reserves, with a reference and an amount of its own. */
  apply(times?: number): Promise<Write>
  /** Confirms what an apply was given; `times` over, as if the answers before the last had not been read. `total` is what was paid for. */
  consume(applied: Write, times?: number, total?: number): Promise<Write>
  /** Until there have been nothing but 201 for 3 s since `moment`, or 15 s are over. */
  untilWell(moment: number): Promise<void>
  close(): Promise<void>
}

/** How many ids the tills call by. */
const terminals = 300

/** How long a till waits for an answer. */
const answerMsUsual = 5_000
const tryUntilMs = 60_000
const wellForMs = 3_000
const wellWithinMs = 15_000

export function openTills(url: string, shop: SellingShop, count: number, answerMsMax = answerMsUsual): Tills {
  const pool = new Pool(url, { connections: count, keepAliveTimeout: 60_000 })
  const writes: Write[] = []
  const tries = () => writes.flatMap((write) => write.tries)

  async function attempt(write: Write): Promise<boolean> {
    const [requestId, startedAt] = [randomUUID(), performance.now()]
    const { kind, value } = await send(pool, shop, write, { requestId, answerMsMax })
    write.tries.push({ requestId, startedAt, endedAt: performance.now(), kind })
    if (value !== undefined) write.values.push(value)
    return kind === '503' || kind.startsWith('no answer')
  }

  async function carryOut(operation: Write['operation'], body: Write['body'], times: number): Promise<Write> {
    const write: Write = { operation, key: randomUUID(), body, tries: [], values: [] }
    writes.push(write)
    const giveUpAt = performance.now() + tryUntilMs
    for (let time = 0; time < times; time++) {
      while ((await attempt(write)) && performance.now() < giveUpAt) await wait(randomInt(25, 150))
    }
    return write
  }

  return {
    writes,
    tries,
    apply: (times = 1) =>
      carryOut(
        'applyDiscount',
        {
          identificationTypeId: shop.person.identificationTypeId,
          identification: shop.person.identification,
          merchantDiscountId: shop.discountId,
          purchaseAmount: randomInt(100, 1_000_000) / 100,
          reference: newReference(),
        },
        times,
      ),
    consume: ({ values: [authorization] }, times = 1, total = undefined) =>
      carryOut(
        'registerConsumption',
        {
          authorizationCode: authorization?.authorizationCode,
          reference: authorization?.reference,
          consumptionDate: new Date().toISOString(),
          ...(total === undefined ? {} : { purchaseAmount: total }),
        },
        times,
      ),
    untilWell: async (moment) => {
      const failures = () => tries().filter(({ kind }) => !kind.startsWith('201'))
      const lastFailure = () => Math.max(moment, ...failures().map(({ endedAt }) => endedAt))
      while (performance.now() < Math.min(lastFailure() + wellForMs, moment + wellWithinMs)) await wait(100)
    },
    close: () => pool.destroy(),
  }
}

export type Load = Pick<Tills, 'writes' | 'tries' | 'untilWell'> & {
  /** Begins nothing more; what was begun is brought to its end. */
  stop(): Promise<void>
}

/**
 * Tills that reserve and confirm, again and again, `perSecond` writes in all; every tenth is sent once more when it is done. With
 * `newTotals` every other sale is confirmed with another total than it was reserved for. A till waits for an answer for `answerMsMax`.
 */
export function startLoad(
  url: string,
  shop: SellingShop,
  { count = 24, perSecond = 150, newTotals = false, answerMsMax = answerMsUsual } = {},
): Load {
  const tills = openTills(url, shop, count, answerMsMax)
  const stopping = new AbortController()
  const times = () => (randomInt(10) === 0 ? 2 : 1)

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const dueAt = performance.now() + (2 * count * 1_000 * (0.5 + Math.random())) / perSecond
      const applied = await tills.apply(times())
      const total = newTotals && randomInt(2) === 0 ? randomInt(100, 1_000_000) / 100 : undefined
      if (applied.values.length > 0) await tills.consume(applied, times(), total)
      while (performance.now() < dueAt && !stopping.signal.aborted) await wait(10)
    }
  }

  const working = Promise.all(Array.from({ length: count }, work))
  const { writes, tries, untilWell } = tills
  return {
    writes,
    tries,
    untilWell,
    stop: async () => {
      stopping.abort()
      await working
      await tills.close()
    },
  }
}

async function send(
  pool: Pool,
  { credential }: SellingShop,
  write: Write,
  { requestId, answerMsMax }: { requestId: string; answerMsMax: number },
) {
  try {
    const { statusCode, headers, body } = await pool.request({
      method: 'POST',
      path: operations[write.operation].path,
      headers: {
        'X-Api-Key': credential.apiKey,
        'Content-Type': 'application/json',
        'Idempotency-Key': write.key,
        'X-Request-Id': requestId,
        // Terminals are written while the fault lasts, in the one transaction that the API's process has.
        'X-Terminal-Id': `caja-${randomInt(terminals)}`,
      },
      body: JSON.stringify(write.body),
      signal: AbortSignal.timeout(answerMsMax),
    })
    const text = await body.text()
    if (statusCode !== 201) return { kind: kindOfRefusal(statusCode, headers['retry-after'], text) }
    const { value }: { value: Record<string, unknown> } = JSON.parse(text)
    return { kind: headers['idempotent-replayed'] === 'true' ? '201 replayed' : '201', value }
  } catch (error) {
    const { code, name } = error as Error & { code?: unknown }
    return { kind: `no answer (${typeof code === 'string' ? code : name})` }
  }
}

/** `503` alone is the promised one: the code of D12 and when to come back. */
function kindOfRefusal(status: number, retryAfter: unknown, text: string): string {
  const { code }: { code?: string } = JSON.parse(text)
  return status === 503 && code === 'service_unavailable' && retryAfter !== undefined ? '503' : `${status} ${code}`
}
