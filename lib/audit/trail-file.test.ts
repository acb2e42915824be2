import { describe, expect, it } from 'vitest'
import { publishedKey, readPublicKey } from '@/lib/kernel/signing-key'
import { addDays } from '@/lib/language/days'
import { auditKey, chainDay, noDayBefore, signDay, type TrailEvent, verifyTrail } from './trail-file'

const key = auditKey(Buffer.alloc(32, 7).toString('base64'))
const other = auditKey(Buffer.alloc(32, 8).toString('base64'))
const published = readPublicKey(publishedKey(key).pem)
if (!published) throw new Error('the key is read')

const event = (id: number): TrailEvent => ({
  ...{
    id,
    occurredAt: `2026-11-20T12:00:00.00000${id % 10}Z`,
    actor: 'user',
    userId: 4,
    merchantId: 2,
    companyId: null,
  },
  ...{ action: 'discount.changed', outcome: 'done', subjectType: 'discount', subjectId: String(id) },
  ...{ details: { name: 'Fin de mes «ñ»', from: 10 }, address: '203.0.113.7', userAgent: null, requestId: null },
})

const numbers = (count: number, first: number) => Array.from({ length: count }, (_, at) => first + at)

/** Four days in a row, one of them without events. */
function newFiles(counts: readonly number[] = [3, 5, 0, 4], signed = key) {
  let previous = noDayBefore
  let id = 1
  return counts.map((count, at) => {
    const day = addDays('2026-11-20', at)
    const chained = chainDay(day, previous, numbers(count, id).map(event))
    id += count
    previous = chained.last
    return { name: `${day}.jsonl`, text: signDay(chained, 'https://aliado.example', signed) }
  })
}

const files = newFiles()
const judge = (given: readonly { name: string; text: string }[]) => verifyTrail(given, published)

/** The files, the second of which has its lines changed. */
const withLines = (change: (lines: string[]) => string[]) =>
  files.map(({ name, text }, at) =>
    at === 1 ? { name, text: `${change(text.trimEnd().split('\n')).join('\n')}\n` } : { name, text },
  )

const faultOf = (given: readonly { name: string; text: string }[]) => {
  const verified = judge(given)
  return verified.kind === 'faulty' ? verified : undefined
}

const second = '2026-11-21.jsonl'

describe('days of the trail', () => {
  it('are valid as they were signed, in whatever order they are given, one alone too', () => {
    const valid = { kind: 'valid', first: '2026-11-20', last: '2026-11-23', events: 12 }
    expect(judge(files)).toEqual(valid)
    expect(judge(files.toReversed())).toEqual(valid)
    expect(judge(files.slice(1, 2))).toEqual({ kind: 'valid', first: '2026-11-21', last: '2026-11-21', events: 5 })
  })

  it('say of each line but the signature what the one before was, and of each day the last hash of the day before', () => {
    const [one, two] = files.map(({ text }) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
    expect(one?.[0]).toEqual({ day: '2026-11-20', format: 'aliado-audit/1', previous: noDayBefore })
    expect(two?.[0].previous).toBe(one?.at(-1).last)
    expect(two?.at(-1)).toMatchObject({ events: 5, issuer: 'https://aliado.example' })
  })

  it.each([0, 1, 2, 3, 4, 5])('are not when anything of line %i is changed', (at) => {
    for (const [from, to] of [
      ['1', '2'],
      ['"', '" '],
      ['e', 'é'],
    ] as const) {
      const changed = withLines((lines) => lines.with(at, lines[at]?.replace(from, to) ?? ''))
      expect(faultOf(changed)?.name, `${at} ${from}`).toBe(second)
    }
  })

  it.each([1, 2, 3, 4, 5])('are not when line %i is removed, doubled, or swapped with the next', (at) => {
    const fault = (change: (lines: string[]) => string[]) => faultOf(withLines(change))?.fault.kind
    expect(fault((lines) => lines.toSpliced(at, 1))).toBe('line_changed')
    expect(fault((lines) => lines.toSpliced(at, 0, lines[at] ?? ''))).toBe('line_changed')
    if (at < 5) {
      expect(fault((lines) => lines.with(at, lines[at + 1] ?? '').with(at + 1, lines[at] ?? ''))).toBe('line_changed')
    }
  })

  it('are not when a line is added whose hash fits, or all hashes are made anew without the key', () => {
    const added = withLines((lines) => {
      const again = chainDay('2026-11-21', JSON.parse(lines[0] ?? '').previous, numbers(6, 4).map(event))
      return [...again.lines, lines.at(-1) ?? '']
    })
    expect(faultOf(added)?.fault.kind).toBe('line_changed')
    const forged = withLines((lines) => {
      const again = chainDay('2026-11-21', JSON.parse(lines[0] ?? '').previous, numbers(4, 4).map(event))
      const end = JSON.parse(lines.at(-1) ?? '')
      return [...again.lines, JSON.stringify({ ...end, events: 4, last: again.last })]
    })
    expect(faultOf(forged)?.fault.kind).toMatch(/no_end|signature_wrong/)
  })

  it('are not when the end is missing, cut or of another day', () => {
    expect(faultOf(withLines((lines) => lines.slice(0, -1)))?.fault.kind).toBe('no_end')
    expect(faultOf(files.map(({ name, text }) => ({ name, text: text.slice(0, -9) })))?.fault.kind).toBe('no_end')
    const [, , , last] = files
    expect(
      faultOf(withLines((lines) => [...lines.slice(0, -1), last?.text.trimEnd().split('\n').at(-1) ?? '']))?.fault.kind,
    ).toBe('signature_wrong')
    expect(faultOf([{ name: 'a', text: 'text' }])?.fault.kind).toBe('unknown_format')
  })

  it('are not when a day is missing, twice there, or from another chain (P-42)', () => {
    expect(faultOf([0, 1, 3].flatMap((at) => files[at] ?? []))).toEqual({
      ...{ kind: 'faulty', name: '2026-11-23.jsonl' },
      fault: { kind: 'day_missing', day: '2026-11-22' },
    })
    expect(faultOf([...files, ...files.slice(1, 2)])?.fault.kind).toBe('day_twice')
    const others = newFiles([2, 5, 0, 4])
    expect(faultOf(files.with(0, others[0] ?? { name: '', text: '' }))).toMatchObject({
      ...{ name: second, fault: { kind: 'other_day_before' } },
    })
  })

  it('are not of us when somebody else signed them', () => {
    expect(faultOf(newFiles([3], other))?.fault.kind).toBe('other_key')
  })
})
