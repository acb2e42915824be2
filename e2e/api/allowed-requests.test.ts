import { expect, it } from 'vitest'
import { sendAllowed, withInput } from '../fuzz/allowed-requests'
import { allowedWorld } from '../fuzz/allowed-world'
import { startApi } from './till'

/** Whatever the OpenAPI document allows is accepted, or refused by a rule that the document names. `npm run test:fuzz` sends more of it. */

const api = startApi()

it('are the operations that take a body or a query', () => {
  expect(withInput).toEqual([
    'checkEligibility',
    'applyDiscount',
    'registerConsumption',
    'findAuthorization',
    'releaseAuthorization',
    'listConsumptions',
  ])
})

it.each(withInput)('what the document allows of %s is refused by the rules that it names alone', async (id) => {
  const { known, credential } = await allowedWorld(api().url, api().make)
  const seen = await sendAllowed(api().url, id, known, credential, { seed: 14, count: 60 })
  expect([...seen.keys()].some((kind) => kind.startsWith('2'))).toBe(true)
  expect(seen.size).toBeGreaterThan(1)
})
