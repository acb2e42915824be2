import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DatabaseBudget } from './database-budget'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const work = (ms: number) => new Promise<string>((resolve) => setTimeout(resolve, ms, 'done'))

describe('the time of a call for the database (D12)', () => {
  it('is what the waits of the call take together', async () => {
    const budget = new DatabaseBudget()
    const first = budget.for(work(2_000))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await first).toBe('done')
    const second = budget.for(work(900)).catch((error) => error.code)
    await vi.advanceTimersByTimeAsync(900)
    expect(await second).toBe('service_unavailable')
  })

  it('is taken by what fails too', async () => {
    const budget = new DatabaseBudget()
    const failed = budget.for(work(2_000).then(() => Promise.reject(new Error('refused')))).catch(() => 'failed')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await failed).toBe('failed')
    const within = budget.for(work(700))
    await vi.advanceTimersByTimeAsync(700)
    expect(await within).toBe('done')
    const beyond = budget.for(work(200)).catch((error) => error.code)
    await vi.advanceTimersByTimeAsync(200)
    expect(await beyond).toBe('service_unavailable')
  })
})
