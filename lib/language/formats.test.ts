import { describe, expect, it } from 'vitest'
import { formatDay, formatMoment, formats } from './formats'

/** Half past ten at night of the 20th in Santo Domingo, which is the 21st in UTC. */
const night = new Date('2026-11-21T02:47:31Z')

describe('amounts', () => {
  it('are written as the country writes them (U-09)', () => {
    const { amount } = formats('es')
    expect(amount(123_456_750)).toBe('RD$1,234,567.50')
    expect(amount(-1_230)).toBe('-RD$12.30')
    expect(amount(0)).toBe('RD$0.00')
  })

  it('are exact beyond what a double holds, for sums', () => {
    expect(formats('es').amount(99_999_999_999_999_999n)).toBe('RD$999,999,999,999,999.99')
    expect(formats('es').amount(-5n)).toBe('-RD$0.05')
  })

  it('have the same sign of the peso in English', () => {
    expect(formats('en').amount(123_456_750)).toBe('RD$1,234,567.50')
  })
})

describe('dates', () => {
  it('are those of Santo Domingo, whatever the zone of the machine (U-09)', () => {
    const es = formats('es')
    expect(es.date(night)).toBe('20 nov 2026')
    expect(es.dateTime(night)).toBe('20 nov 2026, 10:47 p. m.')
    expect(es.time(night)).toBe('10:47 p. m.')
    expect(formats('en').dateTime(night)).toBe('Nov 20, 2026, 10:47 PM')
  })

  it('are exact to the second when somebody asks', () => {
    expect(formats('es').exact(night)).toContain('10:47:31 p. m.')
    expect(formats('en').exact(night)).toContain('10:47:31 PM')
  })

  it('are whole words within a sentence', () => {
    expect(formatMoment('es', night)).toBe('20 de noviembre de 2026 a las 10:47 p. m.')
    expect(formatMoment('en', night)).toBe('November 20, 2026 at 10:47 PM')
    expect(formatDay('es', night)).toBe('20 de noviembre de 2026')
    expect(formatDay('en', night)).toBe('November 20, 2026')
  })

  it('have only plain spaces, which every version of ICU would write alike', () => {
    for (const language of ['es', 'en'] as const) {
      const { exact, dateTime, amount } = formats(language)
      const all = `${exact(night)}${dateTime(night)}${amount(1)}${formatMoment(language, night)}`
      expect(all).not.toMatch(/[\u00a0\u202f]/)
    }
  })
})

describe('relative times', () => {
  const { relative } = formats('es')
  const ago = (seconds: number) => relative(new Date(night.getTime() - seconds * 1000), night)

  it('say how long ago in the unit that a person would use', () => {
    expect(ago(0)).toBe('ahora')
    expect(ago(44)).toBe('ahora')
    expect(ago(50)).toBe('hace 1 minuto')
    expect(ago(5 * 60)).toBe('hace 5 minutos')
    expect(ago(3 * 3600)).toBe('hace 3 horas')
    expect(ago(50 * 86_400)).toBe('hace 2 meses')
    expect(ago(400 * 86_400)).toBe('hace 1 año')
  })

  it('count days of Santo Domingo', () => {
    // At 10:47 p. m. of the 20th: the evening of the 19th is yesterday, though more than a day ago.
    expect(relative(new Date('2026-11-19T22:00:00Z'), night)).toBe('ayer')
    expect(relative(new Date('2026-11-23T12:00:00Z'), night)).toBe('dentro de 3 días')
  })

  it('never read as something that they are not', () => {
    for (let seconds = 0; seconds < 3 * 365 * 86_400; seconds = Math.ceil(seconds * 1.05) + 7) {
      for (const text of [ago(seconds), ago(-seconds)]) expect(text).not.toMatch(/NaN|undefined|Invalid|\b0\b/)
    }
  })
})

describe('numbers and shares', () => {
  it('are written as the country writes them', () => {
    expect(formats('es').percent(0.155)).toBe('15.5%')
    expect(formats('es').number(1_200)).toBe('1,200')
    expect(formats('es').list(['curl', 'PHP', 'Python'])).toBe('curl, PHP y Python')
  })
})
