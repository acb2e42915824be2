import { describe, expect, it } from 'vitest'
import { companiesFilterOf, companiesPath, companyPath, defaultPeriod } from './companies'

/** As every list is shown, unless its address says otherwise. */
const usual = { sort: 'company', size: 50, hidden: [] }

describe('the address of the companies', () => {
  it('says what is shown, and says the same again (U-04)', () => {
    const path = companiesPath(companiesFilterOf({ q: ' Grupo Naco ', period: 'last_month' }), { after: 12 })
    expect(path).toBe('/portal/companies?q=Grupo+Naco&period=last_month&after=12')
    const read = companiesFilterOf(Object.fromEntries(new URL(path, 'http://office').searchParams))
    expect(read).toEqual({
      ...usual,
      period: { kind: 'last_month' },
      search: 'Grupo Naco',
      before: undefined,
      after: 12,
    })
    expect(companyPath(3, read.period)).toBe('/portal/companies/3?period=last_month')
  })

  it('shows the last 30 days of all when it says nothing, or nothing that fits', () => {
    const odd = { q: 'a\u0000b', period: 'aeon', before: '-1', after: '9'.repeat(11) }
    for (const asked of [{}, odd, { q: ['a', 'b'], before: ['1'] }, { q: '\ud800' }]) {
      const filter = companiesFilterOf(asked)
      expect(filter).toEqual({
        ...usual,
        period: defaultPeriod,
        search: undefined,
        before: undefined,
        after: undefined,
      })
      expect(companiesPath(filter)).toBe('/portal/companies')
    }
  })
})
