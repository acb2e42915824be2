import { unavailable } from '@/lib/kernel/gate'

/** The time that the database may take of one call, all waits included: D12 promises 503 within 3 s. */
const databaseMsMax = 2_800

/** The time that one call may spend waiting for the database, in all (D12). */
export class DatabaseBudget {
  #leftMs = databaseMsMax

  /** The result, or `service_unavailable` when the time is over. The work may still be completed after that; a retry shows it. */
  async for<T>(work: Promise<T>): Promise<T> {
    const startedAt = performance.now()
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(unavailable()), Math.max(1, this.#leftMs))
    })
    try {
      return await Promise.race([work, tooLate])
    } finally {
      clearTimeout(timer)
      this.#leftMs -= performance.now() - startedAt
      work.catch(() => {})
    }
  }
}
