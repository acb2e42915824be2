import { describe, expect, it } from 'vitest'
import { boundedPeriodChoices } from '@/lib/language/periods'
import { requestFilterOf, requestPeriod, requestsPath } from './filter'

describe('the period in the address of the calls', () => {
  it('is one that the page offers: any other counts as absent', () => {
    for (const period of ['all', 'decade']) {
      expect(requestFilterOf({ period }).period).toEqual(requestPeriod)
      expect(requestsPath(requestFilterOf({ period }))).toBe('/portal/requests')
    }
  })

  it('is kept where the overview leads here with it', () => {
    for (const kind of boundedPeriodChoices) {
      expect(requestFilterOf({ period: kind, from: '2026-11-20' }).period.kind).toBe(kind)
    }
  })
})
