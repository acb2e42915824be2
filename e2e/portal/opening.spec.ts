import type { Request, Route } from '@playwright/test'
import { messages } from '@/lib/messages/messages'
import { expectAccessible } from './fixtures/page-checks'
import { expect, test } from './fixtures/test'

/** What a button opens comes when it is about to be pressed: late, or not at all, on a poor connection (U-06). */

const scripts = '**/_next/static/chunks/**'
const isScript = (request: Request): boolean => request.resourceType() === 'script'

for (const { language, width } of [
  { language: 'es', width: 1280 },
  { language: 'en', width: 360 },
] as const) {
  const { ui, branches: t } = messages[language]

  test(`a menu and a dialog say that they cannot be had, and open by keyboard once they can, in ${language} at ${width}`, async ({
    page,
    make,
    sql,
    staff,
    enter,
    watch,
  }) => {
    watch.expectProblem(/ERR_FAILED/)
    const { merchant } = await make.shop()
    await sql`update branches set name = 'Naco' where id = ${await make.branch(merchant.id)}`
    await enter(await staff.member(merchant.id, { language }))
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/portal/branches')
    const trigger = page.getByRole('button', { name: t.actionsOf.replace('{name}', 'Naco') })
    const menu = page.getByRole('menu')

    // The scripts of the menu, told from those that the page loads by itself after it is shown.
    await page.waitForLoadState('networkidle')
    const ofMenu = new Set<string>()
    const note = (request: Request) => void (isScript(request) && ofMenu.add(request.url()))
    page.on('request', note)
    await trigger.focus()
    await page.keyboard.press('Enter')
    await expect(menu).toBeFocused()
    page.off('request', note)
    await page.reload()

    // Not at all: one script is lost whenever it is asked for, by the bundler's runtime twice within 600 ms, the others are still asked
    // for a second time when the page says so.
    const times = new Map<string, number>()
    const late: Route[] = []
    let answer = async (route: Route): Promise<void> => {
      const url = route.request().url()
      if (!ofMenu.has(url)) return route.continue()
      const time = (times.get(url) ?? 0) + 1
      times.set(url, time)
      if (time === 1 || url === [...times.keys()][0]) await route.abort()
      else late.push(route)
    }
    // One route for all of it: taking it away and setting another leaves a moment in which a script passes.
    await page.route(scripts, (route) => answer(route))
    await trigger.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText(ui.unavailable)).toBeVisible()
    await expect(trigger).toBeFocused()
    await expectAccessible(page)
    await expect.poll(() => late.length).toBe(times.size - 1)
    expect(late.length, 'several scripts, of which one is lost before the others').toBeGreaterThan(1)

    // On its way: the button keeps the focus and says that it is busy; what it opens then takes the focus.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    answer = (route) => held.then(() => route.continue())
    await page.keyboard.press('ArrowDown')
    await expect(trigger).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByText(ui.unavailable)).toHaveCount(0)
    await expect(trigger).toBeFocused()
    // The others are lost now. They were asked for before this press, which asks for them anew.
    for (const route of late) await route.abort()
    release()
    const rename = page.getByRole('menuitem', { name: t.rename })
    await expect(menu).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(rename).toBeFocused()
    await expectAccessible(page)

    // A window that changes its width closes it: its place would be another.
    await page.setViewportSize({ width: width - 40, height: 740 })
    await expect(menu).toHaveCount(0)
    await expect(trigger).toBeFocused()
    await page.setViewportSize({ width, height: 740 })
    await page.keyboard.press('Enter')
    await expect(menu).toBeVisible()

    // Without a connection from here on: everything of the menu came with it.
    answer = (route) => route.abort()
    await page.keyboard.press('Escape')
    await expect(trigger).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(menu).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(rename).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: t.renameTitle.replace('{name}', 'Naco') })
    await expect(dialog.getByLabel(t.name)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(trigger).toBeFocused()
  })
}
