import { expect, it } from 'vitest'
import { buildOnce } from '../fixtures/build'
import { scriptBytesOfPages } from '../fixtures/page-scripts'

/** React and Next alone take 132 kB of these, on a page with no script of ours. */
const most: Readonly<Record<string, number>> = {
  '/portal': 200_000,
  '/portal/consumptions': 150_000,
  '/portal/authorizations': 150_000,
  '/portal/requests': 150_000,
  '/portal/activity': 150_000,
  '/company/consumptions': 150_000,
  '/company/collaborators/types': 150_000,
  '/company/merchants': 150_000,
  '/company/activity': 150_000,
  '/me/history': 150_000,
  // Lists whose rows have menus and dialogs: what opens them is there at once.
  '/portal/discounts': 153_000,
  '/portal/companies': 153_000,
  '/portal/catalog': 153_000,
  '/portal/catalog/categories': 153_000,
  '/portal/branches': 153_000,
  '/portal/team': 153_000,
  '/company/collaborators': 153_000,
  '/company/benefits': 153_000,
  '/company/team': 153_000,
}

it('each page loads at once no more scripts than it may: a list 150 kB, or 153 with menus in its rows', async () => {
  await buildOnce()
  const bytes = await scriptBytesOfPages()
  expect(bytes.size).toBeGreaterThan(40)
  expect(Object.keys(most).filter((page) => !bytes.has(page))).toEqual([])
  expect([...bytes].filter(([page, size]) => size > (most[page] ?? 220_000))).toEqual([])
})
