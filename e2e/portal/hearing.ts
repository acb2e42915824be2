import type { BrowserContext, Page } from '@playwright/test'

/**
 * Has the pages of a browser be there only once a press is heard. A page is shown before its scripts run: on a slow machine a press in
 * between is lost, after which a person presses again and a test waits for ever. From `hydrateRoot` on React listens, and makes what is
 * pressed ready first.
 */
export function hearIn(context: BrowserContext): void {
  context.on('page', (page) => {
    page.goto = thenHear(page, page.goto.bind(page))
    page.reload = thenHear(page, page.reload.bind(page))
    if (slow > 1) void slowDown(page)
  })
}

/** `SLOW=4 npm run test:portal`: browsers four times slower than this machine's, to find what only ever works on a fast one. */
export const slow = Number(process.env.SLOW ?? 1)

/** A page that has gone since needs no slowing down. */
const slowDown = async (page: Page): Promise<void> => {
  const devtools = await page
    .context()
    .newCDPSession(page)
    .catch(() => undefined)
  await devtools?.send('Emulation.setCPUThrottlingRate', { rate: slow }).catch(() => undefined)
}

const thenHear =
  <Args extends unknown[], Answer>(page: Page, go: (...args: Args) => Promise<Answer>) =>
  async (...args: Args): Promise<Answer> => {
    const answer = await go(...args)
    const options = args.at(-1)
    const goesOnBefore = typeof options === 'object' && options !== null && 'waitUntil' in options
    if (!goesOnBefore) await untilHeard(page)
    return answer
  }

/** Done at once where nothing will hear: a page without scripts of ours, or a browser that runs none. */
const untilHeard = (page: Page) =>
  page.waitForFunction(() => {
    const heard = Object.keys(document).some((name) => name.startsWith('__reactContainer'))
    return heard || matchMedia('(scripting: none)').matches || !document.querySelector('script[src*="/_next/"]')
  })
