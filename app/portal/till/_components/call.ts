import type { CallAnswer, callerHeader } from '@/lib/web/office-call'

/** Whose page this is: what it keeps and calls is for this member of this merchant alone. */
export type PageOf = { readonly merchantId: number; readonly userId: number }

export type Trouble = 'offline' | 'busy' | 'session' | 'changed' | 'denied' | 'limited'

/** What came back: the value, a refusal by a rule, or nothing that says what became of the call. */
export type Heard<Value> =
  | { readonly heard: 'value'; readonly value: Value; readonly now: string }
  | { readonly heard: 'refused'; readonly code: string; readonly fields: readonly string[] }
  | {
      readonly heard: 'nothing'
      readonly trouble: Trouble
      /** A code that the page has a sentence for. */
      readonly code?: string
      readonly seconds?: number
      readonly requestId?: string
    }

type Verb = 'search' | 'apply' | 'charge' | 'cancel' | 'standing' | 'articles' | 'sales'

const timeoutMs = 10_000
const header: typeof callerHeader = 'x-page-of'

/** Calls the till's own routes. It never throws: what is not known is said. The body carries what no address may. */
export async function callTill<Value>(page: PageOf, verb: Verb, body: object): Promise<Heard<Value>> {
  if (!navigator.onLine) return { heard: 'nothing', trouble: 'offline' }
  try {
    const response = await fetch(`/portal/till/${verb}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        [header]: `merchant-${page.merchantId}-${page.userId}`,
      },
      body: JSON.stringify(body),
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return heardOf<Value>(response, (await response.json()) as CallAnswer<Value>)
  } catch {
    return { heard: 'nothing', trouble: navigator.onLine ? 'busy' : 'offline' }
  }
}

function heardOf<Value>({ status, headers }: Response, answer: CallAnswer<Value>): Heard<Value> {
  if ('value' in answer) return { heard: 'value', value: answer.value, now: answer.now }
  const { code, fields = [], requestId } = answer
  if (status === 400 || status === 404 || status === 409) return { heard: 'refused', code, fields }
  if (status === 401) return { heard: 'nothing', trouble: 'session' }
  if (status === 403) return { heard: 'nothing', trouble: code === 'office_changed' ? 'changed' : 'denied', code }
  if (status === 429) {
    return { heard: 'nothing', trouble: 'limited', code, seconds: Number(headers.get('Retry-After')) || 10 }
  }
  return { heard: 'nothing', trouble: 'busy', ...(requestId === undefined ? {} : { requestId }) }
}
