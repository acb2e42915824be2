/** No word from PostgreSQL within the time. */
export class ResponseTimeout extends Error {
  readonly code = 'CONNECTION_SILENT'
}

/** The answer, or `ResponseTimeout` when none comes within that time. */
export async function heard<T>(answer: PromiseLike<T>, timeoutMs: number): Promise<T> {
  if (timeoutMs === Number.POSITIVE_INFINITY) return answer
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ResponseTimeout()), timeoutMs)
  })
  try {
    return await Promise.race([answer, timeout])
  } finally {
    clearTimeout(timer)
  }
}
