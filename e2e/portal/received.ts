import type { BrowserContext, Response } from '@playwright/test'
import type { Received } from '../fixtures/canaries'

/** What browsers read as pages: HTML, the components that Next sends instead, and what scripts ask for. */
const readable = /^(text\/html|text\/x-component|application\/json)\b/

/** Keeps what the pages of a context are given, for as long as a test runs. */
export function keepReceived() {
  const pending: Promise<Received | undefined>[] = []
  return {
    listen: (context: BrowserContext): void => {
      context.on('response', (response) => pending.push(readOf(response)))
    },
    /** All that could be read: of an answer whose page has gone since, the browser knows no body any more. */
    all: async (): Promise<Received[]> => (await Promise.all(pending)).flatMap((answer) => answer ?? []),
  }
}

async function readOf(response: Response): Promise<Received | undefined> {
  if (!readable.test(response.headers()['content-type'] ?? '')) return undefined
  try {
    return { method: response.request().method(), url: response.url(), body: await response.text() }
  } catch {
    return undefined
  }
}
