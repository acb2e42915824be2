import { expect, it } from 'vitest'
import { buildOnce } from '../fixtures/build'
import { scriptBytesOfPages } from '../fixtures/page-scripts'

/** What React and Next alone take, on a page with no script of ours, is 132 kB. */
const listMax = 150_000

const lists = [
  '/portal/consumptions',
  '/portal/authorizations',
  '/portal/requests',
  '/portal/activity',
  '/portal/discounts',
  '/portal/companies',
  '/portal/catalog',
  '/portal/catalog/categories',
  '/portal/branches',
  '/company/consumptions',
  '/company/collaborators',
  '/company/collaborators/types',
  '/company/merchants',
  '/company/benefits',
  '/me/history',
]

it('each page with a list loads at most 150 kB of scripts, the overview 200, and the others 220', async () => {
  await buildOnce()
  const bytes = await scriptBytesOfPages()
  expect(bytes.size).toBeGreaterThan(40)
  const most = (page: string) => (lists.includes(page) ? listMax : page === '/portal' ? 200_000 : 220_000)
  const tooBig = [...bytes].filter(([page, size]) => size > most(page))
  expect(tooBig).toEqual([])
  expect(lists.filter((page) => !bytes.has(page))).toEqual([])
})
