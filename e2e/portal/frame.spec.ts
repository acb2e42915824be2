import { expectAccessible, expectNoSideScroll, expectSoundEverywhere } from './fixtures/page-checks'
import type { Person } from './fixtures/people'
import { test as base, expect } from './fixtures/test'

type Named = { readonly id: number; readonly name: string }

/** Somebody who is signed in, and a member of two merchants; the session is at the first. */
const test = base.extend<{ ofTwo: { ana: Person; first: Named; second: Named } }>({
  ofTwo: async ({ make, staff, enter, sql }, use) => {
    const [first, second] = [await make.merchant(), await make.merchant()]
    const ana = await staff.member(first.id)
    await staff.join(ana, second.id)
    await enter(ana)
    await sql`update sessions set merchant_id = ${first.id} where user_id = ${ana.id}`
    await use({ ana, first, second })
  },
})

test.describe('the frame of the office', () => {
  test('is sound, and shows only the sections that its reader may open', async ({ page, office }) => {
    await office({ permissions: ['merchant.integrations.manage'] })
    await page.goto('/portal')
    const sections = page.getByRole('navigation', { name: 'Secciones' })
    await expect(sections.getByRole('link')).toHaveText([
      'Inicio',
      'Integraciones',
      'Certificación',
      'Terminales',
      'Llamadas a la API',
      'Actividad',
    ])
    await expect(sections.getByRole('link', { name: 'Inicio' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByText('Prueba', { exact: true }).first()).toBeVisible()
    await expect(page.getByTitle('Ambiente de prueba: nada de lo que haga aquí es real.').first()).toBeVisible()
    await expectSoundEverywhere(page)
  })

  test('has its sections in groups', async ({ page, office }) => {
    await office()
    await page.goto('/portal')
    const sections = page.getByRole('navigation', { name: 'Secciones' })
    for (const [group, first] of [
      ['Ventas', 'Caja'],
      ['Oferta', 'Descuentos'],
      ['Conexión', 'Integraciones'],
      ['Cuenta', 'Actividad'],
    ] as const) {
      const list = sections.getByRole('list', { name: group })
      await expect(list.getByRole('link').first()).toHaveText(first)
    }
  })

  test('stays around what says that there is no such page, in every office and in the account', async ({
    page,
    make,
    staff,
    office,
    enter,
    watch,
  }) => {
    watch.expectProblem(/status of 404/)
    const sections = page.getByRole('navigation', { name: 'Secciones' })
    const expectMissing = async (path: string) => {
      expect((await page.goto(path))?.status(), path).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Esta página no existe')
      await expect(page).toHaveTitle('Esta página no existe · Aliado')
    }
    await office()
    for (const path of ['/portal/nada/de/esto', '/account/nada', '/portal/discounts/99999999']) {
      expect((await page.goto(path))?.status(), path).toBe(404)
      await expect(sections.getByRole('link', { name: 'Descuentos' })).toBeVisible()
    }
    await expectMissing('/portal/nada')
    await expectSoundEverywhere(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await enter(await staff.ofCompany((await make.company()).id))
    await expectMissing('/company/nada')
    await expect(sections.getByRole('link', { name: 'Colaboradores' })).toBeVisible()
  })

  test('keeps the tabs of the account, which speaks of the company of whoever works for one', async ({
    page,
    make,
    staff,
    enter,
  }) => {
    await enter(await staff.ofCompany((await make.company()).id))
    await page.goto('/account')
    const tabs = page.getByRole('navigation', { name: 'Su cuenta' })
    await tabs.getByRole('link', { name: 'Seguridad' }).click()
    await page.waitForURL('**/account/security')
    await expect(tabs.getByRole('link', { name: 'Seguridad' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByText('protege los datos de su empresa.')).toBeVisible()
    await expectSoundEverywhere(page)
  })

  test('keeps the office from which a member of two kinds comes to their account', async ({
    page,
    make,
    staff,
    enter,
  }) => {
    const [merchant, company] = [await make.merchant(), await make.company()]
    const person = await staff.ofCompany(company.id)
    await staff.join(person, merchant.id)
    await enter(person)
    const sections = page.getByRole('navigation', { name: 'Secciones' })
    for (const [home, section] of [
      ['/company', 'Colaboradores'],
      ['/portal', 'Descuentos'],
    ] as const) {
      await page.goto(home)
      await page.goto('/account')
      await expect(sections.getByRole('link', { name: section })).toBeVisible()
    }
  })

  test('tells who has no permission yet where to get one', async ({ page, office }) => {
    const { merchant } = await office({ permissions: [] })
    await page.goto('/portal')
    await expect(page.getByText(`Todavía no tiene permisos en ${merchant.name}`)).toBeVisible()
    await expectSoundEverywhere(page)
  })

  test('turns to another merchant of the same user, at once and for the whole session', async ({
    page,
    ofTwo: { first, second },
  }) => {
    await page.goto('/portal/activity')
    const switcher = page.getByRole('button', { name: /^Cambiar de comercio/ })
    const current = (await switcher.textContent())?.trim()
    const wanted = current === first.name ? second : first
    await switcher.click()
    await expectAccessible(page)
    await page.getByRole('menuitemradio', { name: wanted.name }).click()
    await page.waitForURL('**/portal')
    await expect(switcher).toContainText(wanted.name)
    await page.reload()
    await expect(switcher).toContainText(wanted.name)
  })

  test('lets a page of one merchant change nothing of the one that another tab has turned to', async ({
    page,
    sql,
    ofTwo: { ana, first, second },
  }) => {
    await page.goto('/portal/integrations')
    await sql`update sessions set merchant_id = ${second.id} where user_id = ${ana.id}`
    await page.getByRole('button', { name: 'Nueva clave de API' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Nombre').fill('Caja 1')
    await dialog.getByRole('button', { name: 'Crear clave' }).click()
    await expect(dialog.getByText(/Usted cambió de oficina en otra pestaña/)).toBeVisible()
    expect(await sql`select from api_keys where merchant_id in (${first.id}, ${second.id})`).toHaveLength(0)
    await page.reload()
    await page.getByRole('button', { name: 'Nueva clave de API' }).click()
    await dialog.getByLabel('Nombre').fill('Caja 1')
    await dialog.getByRole('button', { name: 'Crear clave' }).click()
    await expect(page.getByRole('heading', { name: 'Guarde la clave ahora' })).toBeVisible()
    expect(await sql`select from api_keys where merchant_id = ${second.id}`).toHaveLength(1)
  })

  test('turns to nothing that is the reader’s no more, and shows no fault', async ({
    page,
    sql,
    ofTwo: { ana, second },
  }) => {
    await page.goto('/portal/activity')
    await sql`delete from merchant_memberships where user_id = ${ana.id} and merchant_id = ${second.id}`
    await page.getByRole('button', { name: /^Cambiar de comercio/ }).click()
    await page.getByRole('menuitemradio', { name: second.name }).click()
    await expect(page.getByRole('button', { name: /^Cambiar de comercio/ })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: 'Actividad' })).toBeVisible()
  })

  test('keeps language and appearance where its reader left them', async ({ page, sql, office }) => {
    const { ana } = await office()
    await page.goto('/portal')
    await page.getByRole('button', { name: /^Su cuenta/ }).click()
    await page.getByRole('menuitemradio', { name: 'Oscura' }).hover()
    await page.mouse.down()
    // What is pressed stays under the pointer, although the page moves.
    await page.evaluate(() => {
      scrollBy(0, scrollY > 200 ? -150 : 150)
      return new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))
    })
    await page.mouse.up()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.getByRole('button', { name: /^Su cuenta/ }).click()
    await page.getByRole('menuitemradio', { name: 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.getByRole('link', { name: 'Activity' }).first()).toBeVisible()
    const [row] = await sql`select language from users where id = ${ana.id}`
    expect(row?.language).toBe('en')
  })

  test('stands behind a menu on a phone, within reach of the keyboard', async ({ page, office }) => {
    await office()
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('/portal')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Saltar al contenido' })).toBeFocused()
    const open = page.getByRole('button', { name: 'Abrir menú' })
    await open.focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('dialog', { name: 'Menú' })
    await expect(menu).toBeVisible()
    await expectNoSideScroll(page)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(open).toBeFocused()
    await open.click()
    await menu.getByRole('link', { name: 'Actividad' }).click()
    await page.waitForURL('**/portal/activity')
    await expect(menu).toBeHidden()
  })

  test('lets its reader out for good: nothing is kept, and back shows nothing (H-13)', async ({
    page,
    context,
    office,
  }) => {
    const { merchant } = await office()
    await page.goto('/portal')
    const cookies = await context.cookies()
    await page.getByRole('button', { name: /^Su cuenta/ }).click()
    const answered = page.waitForResponse((response) => response.url().endsWith('/sign-out'))
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
    expect((await (await answered).allHeaders())['clear-site-data']).toBe('"cache", "storage"')
    await page.waitForURL(/\/sign-in/)
    await page.goBack()
    await expect(page.getByText(merchant.name)).toHaveCount(0)
    await context.addCookies(cookies)
    await page.goto('/portal')
    await expect(page).toHaveURL(/\/sign-in/)
  })

  test('cannot be left by a page of somebody else (P-13)', async ({ request }) => {
    for (const headers of [{}, { Origin: 'null' }, { Origin: 'https://evil.example' }]) {
      const answer = await request.post('/sign-out', { headers: headers as Record<string, string>, maxRedirects: 0 })
      expect(answer.status()).toBe(403)
    }
  })
})
