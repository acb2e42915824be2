import { beforeAll, describe, expect, it } from 'vitest'
import { startApi } from '../api/till'
import { sendAllowed, withInput } from './allowed-requests'
import { allowedWorld } from './allowed-world'
import { fuzzSeed } from './seed'

/** The same as e2e/api/allowed-requests.test.ts, at scale and with a seed of its own each time. */

const api = startApi()

beforeAll(async () => {
  console.log(`fuzz: FUZZ_SEED=${fuzzSeed} npx vitest run e2e/fuzz/allowed-requests.test.ts`)
})

describe('what the document allows', () => {
  it.each(withInput)('of %s, 2,000 times, is refused by the rules that it names alone', async (id) => {
    const { known, credential } = await allowedWorld(api().url, api().make)
    const seen = await sendAllowed(api().url, id, known, credential, { seed: fuzzSeed, count: 2_000 })
    const counts = [...seen].map(([kind, count]) => `${kind}: ${count}`)
    console.log(`fuzz: ${id}: ${counts.sort().join(', ')}`)
    expect(counts.some((one) => one.startsWith('2'))).toBe(true)
  })
})
