import { deadline } from '@/lib/kernel/deadlines'

/** No word from PostgreSQL within the time. */
export class ResponseTimeout extends Error {
  readonly code = 'CONNECTION_SILENT'
}

/** The answer, or `ResponseTimeout` when none comes within that time. */
export function heard<T>(answer: PromiseLike<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = deadline(timeoutMs, () => reject(new ResponseTimeout()))
    answer.then(
      (value) => {
        end.met()
        resolve(value)
      },
      (error) => {
        end.met()
        reject(error)
      },
    )
  })
}
