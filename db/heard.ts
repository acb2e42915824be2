/** No word from PostgreSQL within the time. */
export class ResponseTimeout extends Error {
  readonly code = 'CONNECTION_SILENT'
}

/** The answer, or `ResponseTimeout` when none comes within that time. */
export function heard<T>(answer: PromiseLike<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer =
      timeoutMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(() => reject(new ResponseTimeout()), timeoutMs)
    answer.then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (error) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}
