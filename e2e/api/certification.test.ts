import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Authorization, newIdempotencyKey } from '@/clients/typescript/aliado-client'
import type { OfficeDatabase } from '@/db/office'
import { type CheckId, checkIds, checks, type Scene, scenes } from '@/lib/certification/plan'
import type { Reason } from '@/lib/certification/reasons'
import { readEvidence, showRun } from '@/lib/certification/show-run'
import { deriveIdentificationKeys } from '@/lib/identification/identification'
import { certification } from '@/lib/messages/es/certification'
import { prepareSandboxes } from '@/lib/sandbox/prepare-sandbox'
import { Adapter, type Ticket, wireTills, withHeader } from '../fixtures/adapter'
import { certified, passing } from '../fixtures/certification-run'
import { testDataKey } from '../fixtures/factories'
import { contextOf, openTestOffice, people } from '../fixtures/members'
import { startOfficesProcess } from '../fixtures/offices-process'
import { openForTests } from '../fixtures/open-for-tests'
import { inTest } from '../fixtures/sandboxes'
import { startApi } from './till'

/**
 * Adapters on the published client, through real calls to the test environment, in runs that are begun, played and ended as in the
 * office: the good one passes every check, and each of the others fails one alone. What is judged the service itself wrote down.
 */

const api = startApi()

const offices = openForTests(async (atEnd) => {
  const { url, stop } = await startOfficesProcess(api().databaseUrl)
  atEnd(stop)
  return { url }
})

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

/** What `npm run certificate:verify` says of evidence, with a public key. */
function verified(folder: string, evidence: string, key: string) {
  const file = join(folder, 'evidence.json')
  writeFileSync(file, evidence)
  const env = { NODE_ENV: 'test', PATH: process.env.PATH, DATA_DIRECTORY: folder } as const
  const given = ['--import', 'tsx', 'server/certificate-verify.ts', file, '--key', key]
  return spawnSync(process.execPath, given, { encoding: 'utf8', env })
}

describe('a certification through real calls', () => {
  const runs = new Map<typeof Adapter, Awaited<ReturnType<typeof certify>>>()
  let office: OfficeDatabase

  beforeAll(async () => {
    wireTills()
    office = openTestOffice(api().databaseUrl)
    // At once: they wait more than they work.
    const all = [Adapter, WithKey, ...bad.map(({ adapter }) => adapter)]
    const merchants = await Promise.all(all.map(() => api().make.merchant()))
    const ids = merchants.map(({ id }) => id)
    await prepareSandboxes(office.db, ids, deriveIdentificationKeys(testDataKey))
    // The plans of the tills' statements are made for tables as they are known then.
    await api().sql`analyze`
    await Promise.all(all.map(async (adapter, i) => runs.set(adapter, await certify(adapter, ids[i] ?? 0))))
  })

  afterAll(async () => {
    await office?.sql.end()
  })

  /** A whole run of an adapter at a merchant of its own; what was not simply passed, and how it was judged. */
  async function certify(made: typeof Adapter, merchantId: number) {
    const kind = made === WithKey ? 'api_key' : 'oauth_client'
    const { make, sql, url } = api()
    const ctx = inTest(contextOf(office, merchantId, await people(sql).newMember(merchantId)))
    const credential = kind === 'api_key' ? await make.apiKey(merchantId) : await make.oauthClient(merchantId)
    const adapter = new made(url, credential, passing(sql, merchantId))
    const { runId, state } = await certified(ctx, { kind, id: credential.id }, scenes, adapter)
    const { verdicts, calls } = await showRun(ctx, runId, new Date())
    const remarks = verdicts.flatMap(({ check, outcome, reason }) =>
      outcome === 'pass' ? [] : `${check} ${outcome} ${reason}`,
    )
    return { remarks, state, calls, verdicts, ctx, runId }
  }

  it('is passed by the published client, with every check', () => {
    expect(runs.get(Adapter)).toMatchObject({ remarks: [], state: 'passed' })
  })

  it('is passed by the published client with a key, but for the check of tokens', () => {
    expect(runs.get(WithKey)).toMatchObject({ remarks: ['C15 not_applicable null'], state: 'passed' })
  })

  it.each(bad)('fails $check alone when an adapter $what', ({ check, reason, adapter }) => {
    const run = runs.get(adapter)
    expect(run?.remarks).toEqual([`${check} fail ${reason}`])
    expect(run?.state).toBe(checks[check].level === 'should' ? 'passed' : 'failed')
    const named = run?.verdicts.find((verdict) => verdict.check === check)?.requestIds ?? []
    expect(named.length).toBeGreaterThan(0)
    expect(run?.calls.map(({ requestId }) => requestId)).toEqual(expect.arrayContaining([...named]))
  })

  it('ends with a certificate that the public page shows and the published key proves, in one spelling alone', async () => {
    const run = runs.get(Adapter)
    if (run === undefined) throw new Error('no run')
    const { code, evidence } = await readEvidence(run.ctx, run.runId)
    const folder = mkdtempSync(join(tmpdir(), 'certified-'))
    try {
      const page = await fetch(`${offices().url}/certificates/${code}`)
      expect(page.status).toBe(200)
      const text = await page.text()
      for (const said of [code, 'CajaDemo/1.0', certification.certificate.states.valid]) expect(text).toContain(said)
      const key = join(folder, 'key.pem')
      writeFileSync(key, await (await fetch(`${offices().url}/certificates/key`)).text())
      expect(verified(folder, evidence, key)).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('26 of 26 pass'),
      })
      const at = Math.floor(evidence.length / 2)
      const changed = evidence.slice(0, at) + (evidence[at] === 'x' ? 'y' : 'x') + evidence.slice(at + 1)
      for (const other of [changed, `${evidence} `]) expect(verified(folder, other, key)).toMatchObject({ status: 1 })
      expect((await fetch(`${offices().url}/certificates/${code.replace(/.$/, '')}`)).status).toBe(404)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('has a bad adapter for each of the 26 checks', () => {
    expect(bad.map(({ check }) => check)).toEqual([...checkIds])
  })
})
