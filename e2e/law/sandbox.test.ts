import { describe, expect, it } from 'vitest'
import { builtApi, readToStart } from './built-api'
import { filesUnder, textOf } from './files'

/** Production loads nothing of the layer of the test environment (ADR-0049; sandbox.md, Identities 2). */

const layer = 'lib/http/sandbox/'

describe('the layer of the test environment', () => {
  it('is imported by nothing but itself, other than when a process of that environment begins', () => {
    const statement = /(?:from|import)\s+['"][^'"]*\/sandbox\/(?:layer|delays|marked-code|armed)['"]/
    const sources = filesUnder(['app', 'components', 'db', 'lib', 'server', 'bench'], /(?<!\.test)\.tsx?$/)
    expect(sources.filter((file) => !file.startsWith(layer) && statement.test(textOf(file)))).toEqual([])
    const dynamic = sources.filter((file) => /import\(\s*['"][^'"]*sandbox\/layer['"]/.test(textOf(file)))
    expect(dynamic).toEqual(['lib/http/begin-staging.ts'])
  })

  it('is in a file of its own, which the API does not read in order to start', async () => {
    const outputs = await builtApi()
    const read = readToStart(outputs)
    expect(read).toContain('lib/http/endpoint.ts')
    expect(read.filter((file) => file.startsWith(layer))).toEqual([])
    const all = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs))
    expect(all.filter((file) => file.startsWith(layer)).length).toBeGreaterThan(0)
  })
})
