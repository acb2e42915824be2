import { describe, expect, it } from 'vitest'
import type { IdentityCode } from '@/lib/sandbox/identities'
import { bounds } from '../plan'
import type { SeenCall } from '../seen'
import { assignedIdentities, noBrowser, nothingPrivateInAddress } from './privacy'

const declared = { apiKeyOnly: false, noItems: false, noOffline: false, processes: 1 }
const seen = (call: Partial<SeenCall>, at = 0): SeenCall => ({
  id: `id-${at}`,
  requestId: `r-${at}`,
  credential: { kind: 'api_key', id: 1 },
  operation: 'checkEligibility',
  method: 'POST',
  arrivedAt: at,
  answeredAt: at + 5,
  status: 200,
  sent: {},
  answered: {},
  ...call,
})
const run = (...calls: SeenCall[]) => ({ declared, scenes: [], calls })
const person = (digest: string, assigned?: IdentityCode, isOfTest = true) => ({
  sent: { person: { digest, isOfTest, ...(assigned === undefined ? {} : { assigned }) } },
})
const outcome = ({ outcome, reason }: { outcome: string; reason: string | null }) => `${outcome} ${reason}`

describe('C17', () => {
  it('passes for a server, fails for what only a browser sends, and is not shown without calls', () => {
    expect(outcome(noBrowser(run(seen({})), bounds))).toBe('pass null')
    expect(outcome(noBrowser(run(seen({ method: 'OPTIONS' })), bounds))).toBe('fail browser')
    expect(outcome(noBrowser(run(seen({}), seen({ browserHeaders: ['origin'] }, 1)), bounds))).toBe('fail browser')
    expect(outcome(noBrowser(run(), bounds))).toBe('not_shown noCalls')
  })
})

describe('C18', () => {
  it('fails for what is private, and only remarks a reference that looks so', () => {
    const judged = (...flaws: SeenCall['inAddress'] & object) =>
      outcome(nothingPrivateInAddress(run(seen({}), seen({ inAddress: flaws }, 1)), bounds))
    expect(judged('identification')).toBe('fail identificationInAddress')
    expect(judged('secret')).toBe('fail secretInAddress')
    expect(judged('reference')).toBe('warning referenceLikeIdentification')
    expect(judged('reference', 'secret')).toBe('fail secretInAddress')
    expect(outcome(nothingPrivateInAddress(run(seen({})), bounds))).toBe('pass null')
    expect(outcome(nothingPrivateInAddress(run(), bounds))).toBe('not_shown noCalls')
  })
})

describe('C22', () => {
  it('fails for a real person, and lets two typing errors pass with a remark', () => {
    const judged = (...people: Partial<SeenCall>[]) => outcome(assignedIdentities(run(...people.map(seen)), bounds))
    expect(judged(person('a', '01'))).toBe('pass null')
    expect(judged(person('a', '01'), person('r', undefined, false))).toBe('fail realIdentification')
    expect(judged(person('a', '01'), person('b'), person('c'), person('b'))).toBe('warning mistyped')
    expect(judged(person('b'), person('c'), person('d'))).toBe('fail unassigned')
    expect(judged({})).toBe('not_shown noCalls')
  })
})
