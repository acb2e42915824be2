import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Menus and dialogs stand above the page, in no landmark of it: `region`, a custom and no rule of WCAG, is left out. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** No violation of WCAG 2.2 AA that axe can see (U-02). */
export async function expectAccessible(page: Page): Promise<void> {
  // What moves is measured where it comes to rest, and what leaves, such as a toast whose time is over, as it was until it is gone.
  await page.evaluate(() => {
    const leaving = new CSSStyleSheet()
    leaving.replaceSync('[data-ending-style] { opacity: 1 !important; transition: none !important }')
    document.adoptedStyleSheets = [leaving]
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    return Promise.allSettled(ending.map((animation) => animation.finished)).then(() => undefined)
  })
  const { violations } = await new AxeBuilder({ page })
    // Only what is wrong is asked for, and pages have no frames: without a second page that would gather theirs, axe takes a third of the time.
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true)
    .withTags(rules)
    .disableRules('region')
    // What sends the focus back into an open menu: reached by the keyboard for no longer than that takes.
    .exclude('[data-base-ui-focus-guard]')
    .analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.split('\n').slice(1).join(' ').trim() ?? ''}`,
    ),
  )
  expect(found, `${page.url()} at ${page.viewportSize()?.width}`).toEqual([])
}

/** Nothing wider than the window, which would make the page scroll to the side (U-03, WCAG 1.4.10). */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const { wider, width } = await page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const hidden = (element: Element): boolean => {
      for (let above = element.parentElement; above; above = above.parentElement) {
        if (getComputedStyle(above).overflowX !== 'visible') return true
      }
      return false
    }
    const wide = [...document.body.querySelectorAll('*')].filter((element) => {
      const box = element.getBoundingClientRect()
      return box.width > 0 && box.right > width + 0.5 && !hidden(element)
    })
    return {
      width: document.documentElement.scrollWidth - width,
      wider: wide.map((element) => element.outerHTML.slice(0, 120)),
    }
  })
  expect({ wider, width }, page.url()).toEqual({ wider: [], width: 0 })
}

/** No value that was not there when a sentence was made, in what people read (U-09). Code for machines is not looked at. */
async function expectWhole(page: Page): Promise<void> {
  const text = await page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement
    for (const code of copy.querySelectorAll('pre, code, script, style')) code.remove()
    return copy.textContent ?? ''
  })
  const odd = text.match(/.{0,40}(\bundefined\b|\bNaN\b|Invalid Date|\[object |\{\w+\}|(?<!\.)\.\.(?!\.)).{0,40}/g)
  expect(odd ?? [], page.url()).toEqual([])
}

/** What every page is shown at: phone and desk, light and dark. */
export const looks = [
  { width: 360, height: 640, colorScheme: 'light' },
  { width: 360, height: 640, colorScheme: 'dark' },
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 1280, height: 800, colorScheme: 'dark' },
] as const

/** The page as it stands, judged at every size and in both looks. */
export async function expectSoundEverywhere(page: Page): Promise<void> {
  await expectWhole(page)
  for (const { width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await expectNoSideScroll(page)
    await expectAccessible(page)
  }
}
