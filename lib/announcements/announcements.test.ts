import { describe, expect, it } from 'vitest'
import { stateOf } from './announcements'
import { newAnnouncement, periodOf } from './drafts'

const at = (text: string) => new Date(text)

describe('an announcement', () => {
  it('is shown from its first moment on and until its last, and never once it was withdrawn', () => {
    const of = { showFrom: at('2026-03-01T04:00:00Z'), showUntil: at('2026-03-03T04:00:00Z'), withdrawnAt: null }
    expect(stateOf(of, at('2026-03-01T03:59:59.999Z'))).toBe('waiting')
    expect(stateOf(of, of.showFrom)).toBe('shown')
    expect(stateOf(of, at('2026-03-03T03:59:59.999Z'))).toBe('shown')
    expect(stateOf(of, of.showUntil)).toBe('over')
    expect(stateOf({ ...of, withdrawnAt: at('2026-03-01T05:00:00Z') }, of.showFrom)).toBe('withdrawn')
  })

  it('lasts through whole days of Santo Domingo, and begins now where its first day is today or not said (D22)', () => {
    const now = at('2026-03-01T15:00:00Z')
    expect(periodOf({ from: '', until: '2026-03-01' }, now)).toEqual({
      showFrom: now,
      showUntil: at('2026-03-02T04:00:00Z'),
    })
    expect(periodOf({ from: '2026-03-01', until: '2026-03-01' }, now).showFrom).toEqual(now)
    expect(periodOf({ from: '2026-03-02', until: '2026-03-04' }, now)).toEqual({
      showFrom: at('2026-03-02T04:00:00Z'),
      showUntil: at('2026-03-05T04:00:00Z'),
    })
  })

  it('says what is wrong with each of its fields', () => {
    const sound = { textEs: 'Mantenimiento', textEn: 'Maintenance', audience: 'all', from: '', until: '2099-01-01' }
    expect(newAnnouncement.parse(sound)).toMatchObject({ audience: 'all' })
    const faults = (change: object) =>
      newAnnouncement.safeParse({ ...sound, ...change }).error?.issues.map(({ path, message }) => [path[0], message])
    expect(faults({ textEs: ' ' })).toEqual([['textEs', 'text_missing']])
    expect(faults({ textEn: 'x'.repeat(301) })).toEqual([['textEn', 'text_too_long']])
    expect(faults({ audience: 'people' })).toEqual([['audience', 'audience_missing']])
    expect(faults({ until: '' })).toEqual([['until', 'until_missing']])
    expect(faults({ until: '2026-02-30' })).toEqual([['until', 'day_unreadable']])
    expect(faults({ until: '2020-01-01' })).toEqual([['until', 'until_passed']])
    expect(faults({ from: 'mañana' })).toEqual([['from', 'day_unreadable']])
    expect(faults({ from: '2099-01-02' })).toEqual([['until', 'until_before_from']])
  })
})
