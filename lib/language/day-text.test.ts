import { describe, expect, it } from 'vitest'
import { dayInWords, readDay, writeDay } from './day-text'

describe('a day as people type it', () => {
  it.each([
    ['03/04/2026', 'es-DO', '2026-04-03'],
    ['03/04/2026', 'en-US', '2026-03-04'],
    ['3/4/26', 'es-DO', '2026-04-03'],
    [' 3-4-2026 ', 'en-US', '2026-03-04'],
    ['3.4.2026', 'es-DO', '2026-04-03'],
    ['3 / 4 / 2026', 'es-DO', '2026-04-03'],
    ['2026-04-03', 'es-DO', '2026-04-03'],
    ['2026-04-03', 'en-US', '2026-04-03'],
    ['29/02/2028', 'es-DO', '2028-02-29'],
  ])('%s in %s is %s', (text, locale, day) => {
    expect(readDay(text, locale)).toBe(day)
  })

  it.each([
    ['', 'es-DO'],
    ['12/31/2026', 'es-DO'],
    ['31/12/2026', 'en-US'],
    ['29/02/2026', 'es-DO'],
    ['03/04', 'es-DO'],
    ['03/04/1999', 'es-DO'],
    ['03/04/226', 'es-DO'],
    ['abril', 'es-DO'],
    ['3/4/2026/1', 'es-DO'],
    ['003/4/2026', 'es-DO'],
  ])('%s is no day in %s', (text, locale) => {
    expect(readDay(text, locale)).toBeUndefined()
  })

  it.each(['es-DO', 'en-US'])('is read as it is written, in %s', (locale) => {
    for (const day of ['2026-04-03', '2026-12-31', '2000-01-01'])
      expect(readDay(writeDay(day, locale), locale)).toBe(day)
  })

  it('is told in words', () => {
    expect(dayInWords('2026-04-03', 'es-DO')).toBe('viernes, 3 de abril de 2026')
    expect(dayInWords('2026-03-04', 'en-US')).toBe('Wednesday, March 4, 2026')
  })
})
