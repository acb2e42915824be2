import { isBuiltin } from 'node:module'
import { expect, it } from 'vitest'
import { builtApi, readToStart } from './built-api'

/** The API finds no package at its start: all that it needs of them is in its own files (ADR-0094). */
it('holds its packages, without what nothing asks for', async () => {
  const outputs = Object.values(await builtApi())
  const outside = outputs.flatMap(({ imports }) => imports.filter(({ external }) => external).map(({ path }) => path))
  expect(outside).toContain('node:http')
  expect(outside.filter((path) => !isBuiltin(path))).toEqual([])
  const files = outputs.flatMap(({ inputs }) => Object.keys(inputs))
  expect(files).toContain('node_modules/postgres/src/index.js')
  expect(files.filter((file) => file.startsWith('node_modules/zod/') && file.includes('/locales/'))).toEqual([
    'node_modules/zod/v4/locales/en.js',
  ])
  // From Node 22.12 on it reads the whole source map in order to tell pino from where it was called.
  const callers = outputs
    .map(({ inputs }) => inputs['node_modules/pino/lib/caller.js'])
    .filter((input) => input !== undefined)
  expect(callers.map(({ bytesInOutput }) => bytesInOutput < 200)).toEqual([true])
})

it('reads the client of Redis only where there is a Redis', async () => {
  const outputs = await builtApi()
  const ofRedis = (files: readonly string[]) => files.filter((file) => file.startsWith('node_modules/ioredis/'))
  expect(readToStart(outputs)).toContain('lib/rate-limit/limit-rate.ts')
  expect(ofRedis(readToStart(outputs))).toEqual([])
  expect(ofRedis(Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs))).length).toBeGreaterThan(0)
})
