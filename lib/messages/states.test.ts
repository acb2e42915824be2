import { describe, expect, it } from 'vitest'
import { languages } from '@/lib/language/language'
import { messages } from './messages'

describe('a state of a discount', () => {
  it.each(languages)('has one word in the offices of merchants and companies, in %s', (language) => {
    const { discounts, companies, benefits } = messages[language]
    const { published, scheduled, paused, expired, ended, draft } = discounts.statuses
    expect(benefits.states).toEqual({ valid: published, scheduled, paused, expired, ended })
    expect(companies.details.statuses).toEqual({ draft, published, paused, ended })
    expect([companies.details.scheduled, companies.details.over]).toEqual([scheduled, expired])
  })
})
