import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RouteModule } from '@/lib/http/methods'
import { faultsOf } from '@/lib/http/openapi/document'
import { type Operation, operations } from '@/lib/http/operations'
import { type FaultCode, faultStatus } from '@/lib/kernel/fault'
import { routes } from '@/server/routes'
import { officePages } from '../portal/access/office-map'
import { filesUnder, projectRoot, textOf } from './files'

/** The catalogue of operations, the files that Next mounts and the table of the Node door are one and the same list. */

const catalogue: readonly Operation[] = Object.values(operations)
const pathOf = (file: string) => `/${relative('app', dirname(file))}`
const installerRoutes = ['/installer/look', '/installer/reveal', '/installer/calls']
const integratorRoutes = [
  '/developers/markdown/[[...path]]',
  '/developers/changes.rss',
  '/developers/search/[file]',
  '/developers/script/[file]',
  '/developers/clients/[file]',
  '/developers/postman.json',
  '/llms.txt',
  '/llms-full.txt',
]
/** Routes of the offices, which answer browsers, readers and calendar programs alone: the API knows nothing of them. */
const officeRoutes = [
  '/sign-out',
  '/me/sign-out',
  '/calendar/[file]',
  '/certificates/key',
  '/metrics',
  '/status.rss',
  ...installerRoutes,
  ...integratorRoutes,
  ...officePages().map(({ template }) => template),
]

const routeFiles = filesUnder(['app'], /\/route\.tsx?$/).filter((file) => !officeRoutes.includes(pathOf(file)))

/** Routes of Next alone: the Node door answers 404 to whatever is not in its table. */
const nextOnly = ['/api/[...path]', '/connect/[...path]']

/** Paths under /api/v1 that are no operations of a merchant's credential. */
const publicPaths = ['/api/v1/openapi.json', '/api/v1/openapi.yaml']

const methodNames = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']

/** What stands behind the route of an operation: the file of its verb. */
function verbFileOf(operation: Operation): string {
  const route = textOf(join('app', operation.path, 'route.ts'))
  const [, verb] = /from '@\/(lib\/redemption\/[a-z-]+)'/.exec(route) ?? []
  return `${verb}.ts`
}

describe('the catalogue', () => {
  it('names every route under /api/v1, and no ghost', () => {
    const files = routeFiles.map(pathOf).filter((path) => path.startsWith('/api/v1/'))
    expect([...catalogue.map((operation) => operation.path), ...publicPaths].sort()).toEqual(files.sort())
  })

  it('has every operation under its own id, once', () => {
    for (const [id, operation] of Object.entries(operations)) expect(operation.id).toBe(id)
    const places = catalogue.map((operation) => `${operation.method} ${operation.path}`)
    expect(new Set(places).size).toBe(places.length)
  })

  it('takes a body by POST and a query by GET alone, and a key with writes alone', () => {
    for (const { id, method, body, query, idempotent, status } of catalogue) {
      expect([id, method]).toEqual([id, body ? 'POST' : 'GET'])
      if (query) expect([id, method]).toEqual([id, 'GET'])
      expect([id, idempotent === true]).toEqual([id, status === 201])
    }
  })

  it.each(catalogue.map((operation) => [operation.id, operation] as const))(
    'promises every fault that the verb of %s throws',
    (_, operation) => {
      const thrown = [...textOf(verbFileOf(operation)).matchAll(/new Fault\('(\w+)'/g)].map(([, code]) => code)
      expect(thrown.filter((code) => !(faultsOf(operation) as (string | undefined)[]).includes(code))).toEqual([])
    },
  )

  it('leaves no code of ours that nobody answers', () => {
    const answered = new Set<FaultCode>(catalogue.flatMap(faultsOf))
    const elsewhere: FaultCode[] = ['not_found']
    expect(Object.keys(faultStatus).filter((code) => !answered.has(code as FaultCode))).toEqual(elsewhere)
  })
})

describe('both doors', () => {
  it('have the same routes', () => {
    const files = routeFiles.map(pathOf)
    expect(Object.keys(routes).sort()).toEqual(files.filter((path) => !nextOnly.includes(path)).sort())
    expect(nextOnly.filter((path) => !files.includes(path))).toEqual([])
  })

  it.each(routeFiles.filter((file) => !nextOnly.includes(pathOf(file))))(
    'mount the very module of %s',
    async (file) => {
      const module: RouteModule = await import(join(projectRoot, file))
      expect(routes[pathOf(file)]).toBe(module)
    },
  )

  it.each(routeFiles)('leave no method of %s to the framework', async (file) => {
    expect(Object.keys(await import(join(projectRoot, file))).sort()).toEqual(methodNames)
  })
})
