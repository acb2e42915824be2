import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { describe, expect, it } from 'vitest'
import { textOf } from './files'

/** What `docs/walks.md` says of the sources. */

type Step = { readonly file: string; readonly names: readonly string[] }

const steps = (text: string): Step[] =>
  [...text.matchAll(/^\| `([^`]+\.tsx?)` \|(.*)\|$/gm)].map(([, file = '', said = '']) => ({
    file,
    names: [...said.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  }))

const walks = textOf('docs/walks.md').split(/^## /m).slice(1)

/** A file and the files of the core that it needs at run time: rules, verbs and queries of the tills. */
function coreOf(file: string, known = new Set<string>()): Set<string> {
  if (!/^(lib\/redemption|db\/queries)\//.test(file) || known.has(file)) return known
  known.add(file)
  for (const [, what = '', from = ''] of textOf(file).matchAll(/^import (?!type\b)([^']+) from '([^']+)'/gm)) {
    const names = what
      .replace(/[{}\s]/g, '')
      .split(',')
      .filter(Boolean)
    const isTypesAlone = (what.match(/\btype\b/g)?.length ?? 0) === names.length
    if (isTypesAlone || !/^(@\/|\.)/.test(from)) continue
    coreOf(`${from.startsWith('@/') ? from.slice(2) : join(dirname(file), from)}.ts`, known)
  }
  return known
}

describe('the walks through the code', () => {
  it('lead through files that are there, to names that are there', () => {
    expect(walks.length).toBeGreaterThan(5)
    for (const { file, names } of walks.flatMap(steps)) {
      expect(existsSync(file), file).toBe(true)
      expect(
        names.filter((name) => !new RegExp(`\\b${name}\\b`).test(textOf(file))),
        file,
      ).toEqual([])
    }
  })

  it('name all of the core that applying a discount needs, which is at most eight files', () => {
    const apply = walks.find((walk) => walk.startsWith('Apply a discount')) ?? ''
    const named = steps(apply).map(({ file }) => file)
    const core = [...coreOf('lib/redemption/apply-discount.ts')].sort()
    expect(core.length).toBeLessThanOrEqual(8)
    expect(named.filter((file) => !file.startsWith('app/')).sort()).toEqual(core)
  })
})

describe('the tests that CONTRIBUTING runs as examples', () => {
  it('are there, by their names too', () => {
    const examples = [...textOf('CONTRIBUTING.md').matchAll(/`npx (?:vitest|playwright test) ([^`]+)`/g)].map(
      ([, args = '']) => ({
        file: /\S+\.(?:test|spec)\.ts/.exec(args)?.[0],
        name: / -[tg] '([^']+)'/.exec(args)?.[1],
      }),
    )
    expect(examples.length).toBeGreaterThan(5)
    for (const { file, name } of examples) {
      if (file !== undefined) expect(textOf(file)).toContain(name ?? '')
      else expect(name, 'a name is looked for in a file').toBeUndefined()
    }
  })
})
