import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { document } from '../fixtures/openapi'

/** What integrators generate from the document compiles, and has the names and types that they would write themselves (ADR-0046). */

const require = createRequire(import.meta.url)

let directory: string

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'aliado-generated-'))
  writeFileSync(join(directory, 'openapi.json'), JSON.stringify(document))
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }')
})

afterAll(() => {
  rmSync(directory, { recursive: true })
})

function run(program: string, ...words: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    cwd: directory,
    encoding: 'utf8',
  })
  expect([status, status === 0 ? '' : `${stdout}${stderr}`]).toEqual([0, ''])
}

const beside = (packageJson: string, bin: string): string => join(packageJson, '..', bin)
const compiler = beside(require.resolve('typescript7/package.json'), 'bin/tsc')
const openapiTypescript = beside(require.resolve('openapi-typescript/package.json'), 'bin/cli.js')
const heyApi = beside(require.resolve('@hey-api/openapi-ts/package.json'), 'bin/run.js')

const generators = [
  {
    name: 'openapi-typescript',
    generate: () => run(openapiTypescript, 'openapi.json', '-o', 'openapi-typescript/schema.ts'),
    use: `import type { components, operations } from './schema'
      type Schemas = components['schemas']
      export const sent: Schemas['ApplyInput'] =
        { identificationTypeId: 1, identification: '00100000001', merchantDiscountId: 1, purchaseAmount: 1250.5, reference: 'T-1' }
      export const read = (answer: Schemas['DiscountAuthorizationEnvelope']): number => answer.value.finalAmount
      export const isLate = (error: Schemas['Error']): boolean => error.code === 'authorization_expired'
      export const page: NonNullable<operations['listConsumptions']['parameters']['query']> = { limit: 200, branchId: 1 }
      // @ts-expect-error a number of a query is no text
      export const wrong: typeof page = { limit: '200' }`,
  },
  {
    name: 'hey-api',
    generate: () => run(heyApi, '-i', 'openapi.json', '-o', 'hey-api', '--no-log-file'),
    use: `import { applyDiscount, listConsumptions } from './sdk.gen'
      import type { DiscountAuthorizationEnvelope, ErrorCode } from './types.gen'
      export const apply = (key: string) =>
        applyDiscount({
          headers: { 'Idempotency-Key': key },
          body: { identificationTypeId: 1, identification: '00100000001', merchantDiscountId: 1, purchaseAmount: 1250.5, reference: 'T-1' },
        })
      export const list = () => listConsumptions({ query: { limit: 200, branchId: 1 } })
      export const read = (answer: DiscountAuthorizationEnvelope): number => answer.value.finalAmount
      export const late: ErrorCode = 'authorization_expired'
      // @ts-expect-error an apply has an Idempotency-Key
      export const wrong = () => applyDiscount({ body: {} })`,
  },
]

describe.each(generators)('$name', ({ name, generate, use }) => {
  it('makes of the document what compiles and is used as one expects', () => {
    generate()
    const target = join(directory, name)
    writeFileSync(join(target, 'use.ts'), use)
    writeFileSync(
      join(target, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          module: 'esnext',
          moduleResolution: 'bundler',
          target: 'es2022',
          lib: ['es2022', 'dom', 'dom.iterable'],
          types: [],
        },
        include: ['**/*.ts'],
      }),
    )
    run(compiler, '-p', name)
  })
})
