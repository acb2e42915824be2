import { expect, it } from 'vitest'
import { buildOnce } from '../fixtures/build'
import { scriptBytesOfPages } from '../fixtures/page-scripts'

const lists = [
  '/portal/consumptions',
  '/portal/authorizations',
  '/portal/closing/history',
  '/portal/discounts',
  '/portal/companies',
  '/portal/catalog',
  '/portal/catalog/categories',
  '/portal/branches',
  '/portal/integrations',
  '/portal/requests',
  '/portal/activity',
  '/portal/team',
  '/company/consumptions',
  '/company/collaborators',
  '/company/collaborators/types',
  '/company/merchants',
  '/company/benefits',
  '/company/activity',
  '/company/team',
  '/me/history',
] as const

/** React and Next alone take 132 kB of these, on a page with no script of ours. */
const most = new Map<string, number>([...lists.map((page) => [page, 150_000] as const), ['/portal', 200_000]])

it('each list page loads at once at most 150 kB of scripts, the overview 200, and any other page 220', async () => {
  await buildOnce()
  const bytes = await scriptBytesOfPages()
  expect(bytes.size).toBeGreaterThan(40)
  expect([...most.keys()].filter((page) => !bytes.has(page))).toEqual([])
  expect([...bytes].filter(([page, size]) => size > (most.get(page) ?? 220_000))).toEqual([])
})
