import { beforeAll, describe, expect, it } from 'vitest'
import { type Authorization, newIdempotencyKey } from '@/clients/typescript/aliado-client'
import { judgeRun } from '@/lib/certification/judgement'
import { type CheckId, checkIds, checks, type Declarations, type Scene, scenes } from '@/lib/certification/plan'
import type { Reason } from '@/lib/certification/reasons'
import { isPassed } from '@/lib/certification/verdict'
import { Adapter, stageBounds, type Ticket, wireTills, withHeader } from '../fixtures/adapter'
import { Stage } from '../fixtures/stage'
import { startApi } from './till'

/**
 * Adapters on the published client, through real calls to the test environment: the good one passes every check, and each of the
 * others fails one alone.
 */

const api = startApi()

const applyPath = '/discounts/apply'
const consumePath = '/integrations/consumptions'

const withNewKey = (init: RequestInit) => withHeader(init, 'Idempotency-Key', newIdempotencyKey())

/** The answer without the header that says how long to wait. */
async function withoutRetryAfter(answer: Response, status: number): Promise<Response> {
  if (answer.status !== status) return answer
  const headers = new Headers(answer.headers)
  headers.delete('retry-after')
  return new Response(await answer.text(), { status, headers })
}

/** The good one, that has a key instead of an OAuth client. */
class WithKey extends Adapter {}

type Bad = { readonly check: CheckId; readonly reason: Reason; readonly what: string; readonly adapter: typeof Adapter }

const bad: readonly Bad[] = [
  {
    check: 'C01',
    reason: 'doneTwice',
    what: 'sends a paid sale a second time, as a new one',
    adapter: class extends Adapter {
      protected override async pay(ticket: Ticket, newTotal?: number) {
        const charged = await super.pay(ticket, newTotal)
        if (this.scene !== 'buy') return charged
        Object.assign(ticket, { reference: this.newReference(1), applyKey: newIdempotencyKey() })
        ticket.confirmKey = newIdempotencyKey()
        await this.reserve(ticket)
        return super.pay(ticket)
      }
    },
  },
  {
    check: 'C02',
    reason: 'appliedAnyway',
    what: 'applies the last discount to who has none',
    adapter: class extends Adapter {
      #last = 0
      protected override reserve(ticket: Ticket) {
        this.#last = ticket.merchantDiscountId
        return super.reserve(ticket)
      }
      protected override async withoutBenefit({ identity, amount }: Scene) {
        const purchase = { identificationTypeId: 1, identification: this.identification(identity) }
        await this.client
          .apply(
            {
              ...purchase,
              merchantDiscountId: this.#last,
              purchaseAmount: Number(amount),
              reference: this.newReference(1),
            },
            newIdempotencyKey(),
          )
          .catch(() => {})
        return undefined
      }
    },
  },
  {
    check: 'C03',
    reason: 'otherKey',
    what: 'makes a new key for each attempt to apply, and asks first after a power cut',
    adapter: class extends Adapter {
      protected override send(url: string, init: RequestInit) {
        return super.send(url, url.endsWith(applyPath) ? withNewKey(init) : init)
      }
      protected override async resume(ticket: Ticket) {
        ticket.authorization = await this.client.standing(ticket.reference)
        await this.pay(ticket)
      }
    },
  },
  {
    check: 'C04',
    reason: 'otherKey',
    what: 'makes a new key for each attempt to register a consumption',
    adapter: class extends Adapter {
      protected override send(url: string, init: RequestInit) {
        return super.send(url, url.endsWith(consumePath) ? withNewKey(init) : init)
      }
    },
  },
  {
    check: 'C05',
    reason: 'keyOfTwoSales',
    what: 'begins a sale with the key of one before',
    adapter: class extends Adapter {
      #first: string | undefined
      protected override async reserve(ticket: Ticket) {
        this.#first ??= ticket.applyKey
        if (this.scene !== 'rounding') return super.reserve(ticket)
        const { applyKey } = ticket
        ticket.applyKey = this.#first
        await super.reserve(ticket).catch(() => {})
        ticket.applyKey = applyKey
        return super.reserve(ticket)
      }
    },
  },
  {
    check: 'C06',
    reason: 'otherKey',
    what: 'has forgotten its keys after a power cut',
    adapter: class extends Adapter {
      protected override resume(ticket: Ticket) {
        return super.resume({ ...ticket, applyKey: newIdempotencyKey() })
      }
    },
  },
  {
    check: 'C07',
    reason: 'otherReference',
    what: 'notifies with another form of the reference',
    adapter: class extends Adapter {
      protected override async pay(ticket: Ticket, newTotal?: number) {
        if (this.scene === 'rounding') await super.pay({ ...ticket, reference: `0${ticket.reference}` }).catch(() => {})
        return super.pay(ticket, newTotal)
      }
    },
  },
  {
    check: 'C08',
    reason: 'dateBeforeApply',
    what: 'dates what is paid with the day before',
    adapter: class extends Adapter {
      protected override consumptionDate() {
        return new Date(Date.now() - 86_400_000).toISOString()
      }
    },
  },
  {
    check: 'C09',
    reason: 'notifiedUnpaid',
    what: 'notifies an abandoned sale after it was released',
    adapter: class extends Adapter {
      protected override async cancel(ticket: Ticket) {
        await super.cancel(ticket)
        const { authorization, reference, confirmKey } = ticket
        const consumptionDate = this.consumptionDate()
        const authorizationCode = authorization?.authorizationCode ?? ''
        await this.client.confirm({ authorizationCode, reference, consumptionDate }, confirmKey).catch(() => {})
      }
    },
  },
  {
    check: 'C10',
    reason: 'notReleased',
    what: 'lets an abandoned reservation expire',
    adapter: class extends Adapter {
      protected override async cancel() {}
    },
  },
  {
    check: 'C11',
    reason: 'notAppliedAgain',
    what: 'gives up when the reservation has expired',
    adapter: class extends Adapter {
      protected override async onExpired({ amount }: Ticket) {
        return amount
      }
    },
  },
  {
    check: 'C12',
    reason: 'tooEarly',
    what: 'does not see the Retry-After of a 429',
    adapter: class extends Adapter {
      protected override async send(url: string, init: RequestInit) {
        return withoutRetryAfter(await super.send(url, init), 429)
      }
    },
  },
  {
    check: 'C13',
    reason: 'tooEarly',
    what: 'does not see the Retry-After of a 503',
    adapter: class extends Adapter {
      protected override async send(url: string, init: RequestInit) {
        return withoutRetryAfter(await super.send(url, init), 503)
      }
    },
  },
  {
    check: 'C14',
    reason: 'inventedConsumption',
    what: 'notifies, once connected, the sale that it made without a benefit',
    adapter: class extends Adapter {
      protected override async whenReachable(scene: Scene) {
        const invented = { authorizationCode: 'AAAA-BBBB-CCCC-DDDD-EEEE', reference: this.newReference(1) }
        const paid = { ...invented, consumptionDate: this.consumptionDate() }
        await this.client.confirm(paid, newIdempotencyKey()).catch(() => {})
        return super.whenReachable(scene)
      }
    },
  },
  {
    check: 'C15',
    reason: 'tokenNotReused',
    what: 'asks for a token with each sale',
    adapter: class extends Adapter {
      protected override ticket(scene: Scene, till?: number) {
        if (till === undefined) this.client = this.newClient()
        return super.ticket(scene, till)
      }
    },
  },
  {
    check: 'C16',
    reason: 'notRenewed',
    what: 'gets its tokens from a cache that it cannot empty',
    adapter: class extends Adapter {
      #cached: string | undefined
      protected override async send(url: string, init: RequestInit) {
        if (!url.endsWith('/connect/token')) return super.send(url, init)
        this.#cached ??= await (await super.send(url, init)).text()
        return new Response(this.#cached, { headers: { 'Content-Type': 'application/json' } })
      }
    },
  },
  {
    check: 'C17',
    reason: 'browser',
    what: 'calls from a page of a browser',
    adapter: class extends Adapter {
      protected override send(url: string, init: RequestInit) {
        return super.send(url, withHeader(init, 'Origin', 'https://caja.example'))
      }
    },
  },
  {
    check: 'C18',
    reason: 'identificationInAddress',
    what: 'repeats the identification in the address',
    adapter: class extends Adapter {
      protected override send(url: string, init: RequestInit) {
        const { identification } = JSON.parse(String(init.body ?? '{}').replace(/^[^{].*$/, '{}'))
        return super.send(identification === undefined ? url : `${url}?cliente=${identification}`, init)
      }
    },
  },
  {
    check: 'C19',
    reason: 'oldTotal',
    what: 'does not report the total that changed',
    adapter: class extends Adapter {
      protected override pay(ticket: Ticket) {
        return super.pay(ticket)
      }
    },
  },
  {
    check: 'C20',
    reason: 'chargedOther',
    what: 'charges the legal tip on what it was told to charge',
    adapter: class extends Adapter {
      protected override charged(amount: number) {
        return Math.round(amount * 110) / 100
      }
    },
  },
  {
    check: 'C21',
    reason: 'ownArithmetic',
    what: 'shows a discount that it calculated, and cuts the cents off',
    adapter: class extends Adapter {
      protected override shownDiscount({ purchaseAmount }: Authorization) {
        return Math.floor(purchaseAmount * 12.5) / 100
      }
    },
  },
  {
    check: 'C22',
    reason: 'realIdentification',
    what: 'tries the identification of a real person',
    adapter: class extends Adapter {
      protected override async begin() {
        await super.begin()
        await this.client.eligibility({ identificationTypeId: 1, identification: '00112345678' })
      }
    },
  },
  {
    check: 'C23',
    reason: 'typesAskedOften',
    what: 'asks for the identification types with each sale',
    adapter: class extends Adapter {
      protected override async ticket(scene: Scene, till?: number) {
        if (till === undefined) await this.client.identificationTypes()
        return super.ticket(scene, till)
      }
    },
  },
  {
    check: 'C24',
    reason: 'brokeOff',
    what: 'breaks off at a field that it does not know',
    adapter: class extends Adapter {
      protected override async eligibility(identity: string, amount: number) {
        const told = await super.eligibility(identity, amount)
        const known = ['eligible', 'collaborator', 'discounts']
        return Object.keys(told).every((name) => known.includes(name)) ? told : { ...told, eligible: false }
      }
    },
  },
  {
    check: 'C25',
    reason: 'impliedDecimals',
    what: 'sends the prices of items in cents',
    adapter: class extends Adapter {
      protected override itemsOf(scene: Scene) {
        return super.itemsOf(scene)?.map((item) => ({ ...item, unitPrice: item.unitPrice * 100 }))
      }
    },
  },
  {
    check: 'C26',
    reason: 'collision',
    what: 'counts its tickets in each till alike',
    adapter: class extends Adapter {
      readonly #counts = new Map<number, number>()
      protected override newReference(till: number) {
        if (this.scene !== 'twoTills') return super.newReference(till)
        const count = (this.#counts.get(till) ?? 0) + 1
        this.#counts.set(till, count)
        return `TICKET-${count}`
      }
    },
  },
]

describe('a certification through real calls', () => {
  let company: { id: number }
  let types: Record<'store' | 'cents' | 'article', number>
  const runs = new Map<typeof Adapter, Awaited<ReturnType<typeof certify>>>()

  beforeAll(async () => {
    wireTills()
    const { make } = api()
    company = await make.company()
    types = {
      store: await make.collaboratorType(company.id),
      cents: await make.collaboratorType(company.id),
      article: await make.collaboratorType(company.id),
    }
    for (const identity of new Set([...scenes.map((scene) => scene.identity), '03'])) {
      if (identity === '10') continue
      const typeId = identity === '06' ? types.cents : identity === '02' ? types.article : types.store
      await make.person(company.id, { identification: `999000000${identity}`, typeId })
    }
    // At once: they wait more than they work.
    const all = [Adapter, WithKey, ...bad.map(({ adapter }) => adapter)]
    await Promise.all(all.map(async (adapter) => runs.set(adapter, await certify(adapter))))
  })

  /** A whole run of an adapter at a merchant of its own; what was not simply passed, and how it was judged. */
  async function certify(made: typeof Adapter) {
    const kind = made === WithKey ? 'api_key' : 'oauth_client'
    const { make, sql, url } = api()
    const merchant = await make.merchant()
    await make.affiliation(company.id, merchant.id)
    const article = await make.article(merchant.id, 'TEST-1')
    const granted = [
      [await make.discount(merchant.id), types.store],
      [await make.discount(merchant.id, { value: '12.50' }), types.cents],
      [await make.discount(merchant.id, { value: '20.00', scope: { article } }), types.article],
    ] as const
    for (const [discountId, typeId] of granted) await make.grant(company.id, merchant.id, discountId, typeId)
    const credential = kind === 'api_key' ? await make.apiKey(merchant.id) : await make.oauthClient(merchant.id)
    const stage = new Stage(url, sql, { kind, id: credential.id })
    await stage.open()
    try {
      const adapter = new made(stage.url, credential)
      await adapter.start()
      for (const scene of scenes) await stage.play(scene, () => adapter.play(scene))
    } finally {
      await stage.close()
    }
    const declared: Declarations = {
      apiKeyOnly: kind === 'api_key',
      noItems: false,
      noOffline: false,
      processes: 1,
    }
    const verdicts = judgeRun({ declared, scenes: stage.scenes, calls: stage.calls }, stageBounds)
    const remarks = verdicts.flatMap(({ check, outcome, reason }) =>
      outcome === 'pass' ? [] : `${check} ${outcome} ${reason}`,
    )
    return { remarks, isPassed: isPassed(verdicts), calls: stage.calls, verdicts }
  }

  it('is passed by the published client, with every check', () => {
    expect(runs.get(Adapter)).toMatchObject({ remarks: [], isPassed: true })
  })

  it('is passed by the published client with a key, but for the check of tokens', () => {
    expect(runs.get(WithKey)).toMatchObject({ remarks: ['C15 not_applicable null'], isPassed: true })
  })

  it.each(bad)('fails $check alone when an adapter $what', ({ check, reason, adapter }) => {
    const run = runs.get(adapter)
    expect(run?.remarks).toEqual([`${check} fail ${reason}`])
    expect(run?.isPassed).toBe(checks[check].level === 'should')
    const named = run?.verdicts.find((verdict) => verdict.check === check)?.requestIds ?? []
    expect(named.length).toBeGreaterThan(0)
    expect(run?.calls.map(({ requestId }) => requestId)).toEqual(expect.arrayContaining([...named]))
  })

  it('has a bad adapter for each of the 26 checks', () => {
    expect(bad.map(({ check }) => check)).toEqual([...checkIds])
  })
})
