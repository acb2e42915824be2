import { describe, expect, it } from 'vitest'
import { textOf } from './files'

/** The plan for many machines: short, and no figure of it without where it comes from. */

const lines = textOf('docs/scale.md').split('\n')

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

type Figure = { readonly id: string; readonly cells: readonly string[]; readonly mark: string }

/** The rows of every table whose head ends with `mark`. */
const figures: readonly Figure[] = lines.flatMap((line, at) => {
  if (!line.startsWith('|') || /^\|(?: ?-+ ?\|)+$/.test(line)) return []
  let first = at
  while (lines[first - 1]?.startsWith('|')) first -= 1
  if (first === at || cellsOf(lines[first] ?? '').at(-1) !== 'mark') return []
  const cells = cellsOf(line)
  return [{ id: cells[0] ?? '', cells, mark: cells.at(-1) ?? '' }]
})

const ids = figures.map(({ id }) => id)
const namedIn = (text: string): string[] => [...text.matchAll(/\bF\d+\b/g)].map(([id]) => id)

describe('the plan', () => {
  it('has 200 lines at most', () => expect(lines.length).toBeLessThanOrEqual(200))

  it('has figures, each with a number of its own', () => {
    expect(figures.length).toBeGreaterThan(20)
    expect(ids.filter((id) => !/^F\d+$/.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('names no figure that it does not have', () => {
    expect(namedIn(lines.join('\n')).filter((id) => !ids.includes(id))).toEqual([])
  })

  it.each(figures)(
    'says of $id whether it is given, assumed, measured by a command, or derived from which',
    (figure) => {
      expect(figure.mark).toMatch(/^given$|^assumed$|^measured: .*`npm run |^derived: .*\bF\d/)
      expect(namedIn(figure.mark)).not.toContain(figure.id)
    },
  )

  it('derives each figure in the end from what is given, assumed or measured', () => {
    const known = new Set(figures.filter(({ mark }) => !mark.startsWith('derived')).map(({ id }) => id))
    for (let before = -1; before < known.size; ) {
      before = known.size
      for (const { id, mark } of figures) if (namedIn(mark).every((each) => known.has(each))) known.add(id)
    }
    expect(ids.filter((id) => !known.has(id))).toEqual([])
  })
})
