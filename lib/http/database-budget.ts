import { deadline } from '@/lib/kernel/deadlines'
import { unavailable } from '@/lib/kernel/gate'

/** The time that the database may take of one call, all waits included: D12 promises 503 within 3 s. */
const databaseMsMax = 2_800

/** The time that one call may spend waiting for the database, in all (D12). */
export class DatabaseBudget {
  #leftMs = databaseMsMax

  /** The result, or `service_unavailable` when the time is over. The work may still be completed after that; a retry shows it. */
  for<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = deadline(this.#leftMs, () => {
        this.#leftMs = 0
        reject(unavailable())
      })
      work.then(
        (value) => {
          this.#leftMs = end.met()
          resolve(value)
        },
        (error) => {
          this.#leftMs = end.met()
          reject(error)
        },
      )
    })
  }
}
