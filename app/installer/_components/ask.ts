/** What a call of this page came to. `failed`: nobody knows. */
export type Answer<Value> = { value: Value } | { refused: 'dead' | 'busy' | 'failed' }

/** Asks a route of this page; nothing of what is asked stands in an address. */
export async function ask<Value>(route: 'look' | 'reveal' | 'calls', body: object): Promise<Answer<Value>> {
  try {
    const answer = await fetch(`/installer/${route}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
    })
    if (answer.ok) return { value: (await answer.json()) as Value }
    return { refused: answer.status === 404 ? 'dead' : answer.status === 429 ? 'busy' : 'failed' }
  } catch {
    return { refused: 'failed' }
  }
}
