import { messages } from '@/lib/messages/messages'
import { newReference, withAnotherSecret } from '../fixtures/factories'
import { expectSoundEverywhere } from './fixtures/page-checks'
import { rows } from './fixtures/page-parts'
import { expect, type Page, test } from './fixtures/test'
import { tillOf } from './fixtures/till'

/** Issue 5, 8: a call that failed is found by what the integrator knows of it, and its page says why. */

/** Calls are written within a second: the list is asked again until they are there. */
async function openUntil(page: Page, path: string, count: number): Promise<void> {
  await expect(async () => {
    await page.goto(path)
    await expect(rows(page)).toHaveCount(count, { timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
}

test.describe('the calls of a merchant’s systems', () => {
  test('that failed are found by reference and by request id, and say why, on a desk', async ({
    page,
    make,
    staff,
    sql,
    enter,
  }) => {
    const shop = await make.shop()
    await sql`update api_keys set name = 'POS caja 3' where id = ${shop.credential.id}`
    const ana = await staff.member(shop.merchant.id, { name: 'Ana Peña' })
    const my = tillOf(shop)
    const [failed, done] = [newReference(), newReference()]
    expect((await my.apply({ reference: failed, purchaseAmount: '1250.50', monto: 5 })).status).toBe(400)
    const applied = await my.apply({ reference: done })
    expect(applied.status).toBe(201)
    const wrong = await my.eligibility({}, { 'X-Api-Key': withAnotherSecret(shop.credential.apiKey) })
    expect(wrong.status).toBe(401)

    await enter(ana)
    await openUntil(page, '/portal/requests', 3)
    await expect(page.getByRole('table')).toContainText('POS caja 3')
    await expectSoundEverywhere(page)
    await page.setViewportSize({ width: 1280, height: 800 })

    await page.getByLabel('Referencia o X-Request-Id').fill(failed)
    await page.getByLabel('Referencia o X-Request-Id').press('Enter')
    await page.waitForURL(/q=T-/)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('invalid_request')
    await page.getByRole('link', { name: 'Aplicar descuento' }).click()
    await expect(page.getByRole('heading', { name: 'Por qué falló' })).toBeVisible()
    const why = page.locator('section', { has: page.getByRole('heading', { name: 'Por qué falló' }) })
    await expect(why).toContainText('Datos no válidos')
    await expect(why).toContainText('En purchaseAmount: Debe ser un número.')
    await expect(page.getByText('los ignoró: monto.')).toBeVisible()
    await expect(page.getByText('Corrija en su sistema los campos señalados y repita la llamada.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Solicitud' })).toContainText('"identification": "•••"')
    await expect(page.getByRole('region', { name: 'Respuesta' })).toContainText('HTTP 400')
    await expect(page.locator('body')).not.toContainText(shop.person.identification)
    await page.getByRole('button', { name: 'curl', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Solicitud' })).toContainText('-H "X-Api-Key: $ALIADO_API_KEY"')
    await expect(page.getByRole('region', { name: 'Solicitud' })).toContainText(
      `"identification":"'"$IDENTIFICATION"'"`,
    )
    await expectSoundEverywhere(page)
    await page.setViewportSize({ width: 1280, height: 800 })

    await page.goto(`/portal/requests?q=${wrong.requestId}`)
    await page.getByRole('link', { name: 'Elegibilidad' }).click()
    await expect(page.getByText('Secreto incorrecto')).toBeVisible()

    await page.goto(`/portal/requests?q=${done}`)
    await page.getByRole('link', { name: 'Aplicar descuento' }).click()
    await expect(page.getByRole('region', { name: 'Respuesta' })).toContainText(applied.body.value.authorizationCode)
    await page.getByRole('link', { name: 'Ver todas las llamadas de esta referencia' }).click()
    await expect(rows(page)).toHaveCount(1)
  })

  test('are narrowed and explained in English, on a phone', async ({ page, make, staff, enter }) => {
    const shop = await make.shop()
    const ana = await staff.member(shop.merchant.id, { language: 'en' })
    const my = tillOf(shop)
    const reference = newReference()
    await my.eligibility()
    await my.consume({ authorizationCode: '7KQM-2WXA-9DPT-HV4C-N8RB', reference })
    await page.setViewportSize({ width: 360, height: 640 })
    await enter(ana)
    await openUntil(page, '/portal/requests', 2)
    await page.getByText('Filters', { exact: true }).click()
    await page.getByRole('combobox', { name: 'Response', exact: true }).selectOption({ label: 'Failed' })
    await page.waitForURL(/status=failed/)
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('link', { name: 'Register consumption' }).click()
    await expect(page.getByText('There is no authorization with those data for the merchant.').first()).toBeVisible()
    await expect(page.getByText('Send the authorizationCode that applying the discount returned')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
    await expectSoundEverywhere(page)
    await page.goto('/portal/requests?status=failed&operation=revokeToken')
    await expect(page.getByText('No results for these filters')).toBeVisible()
    await page.goto('/portal/requests?status=nonsense&before=x&credential=key-99999999999&period=custom')
    await expect(rows(page)).toHaveCount(2)
  })

  test('say the branch that was inactive by its name, lead to it, and tell the rest of the sale', async ({
    page,
    make,
    staff,
    sql,
    enter,
  }) => {
    const shop = await make.shop()
    const branchId = await make.branch(shop.merchant.id, false)
    await sql`update branches set name = 'Baní' where id = ${branchId}`
    const reference = newReference()
    expect((await tillOf(shop, branchId).apply({ reference })).status).toBe(400)
    expect((await tillOf(shop).apply({ reference })).status).toBe(201)
    await enter(await staff.member(shop.merchant.id))
    await openUntil(page, `/portal/requests?q=${reference}`, 2)
    await rows(page).filter({ hasText: 'branch_invalid' }).getByRole('link').click()
    await expect(
      page.getByText(`branchId ${branchId} es Baní, inactiva. Actívela o envíe otra sucursal.`),
    ).toBeVisible()
    await expect(page.getByRole('table', { name: 'Llamadas de esta venta' }).getByRole('row')).toHaveCount(3)
    await expectSoundEverywhere(page)
    await page.getByRole('link', { name: 'Ir a Sucursales' }).click()
    await expect(page).toHaveURL(/\/portal\/branches$/)
  })

  for (const { language, width } of [
    { language: 'es', width: 1280 },
    { language: 'en', width: 360 },
  ] as const) {
    test(`are drawn by day and hour, grouped by sale and followed as they come (${language}, ${width})`, async ({
      page,
      context,
      make,
      staff,
      sql,
      enter,
      watch,
    }) => {
      const [t, live] = [messages[language].requests, messages[language].liveCalls]
      const look = () => page.setViewportSize({ width, height: 800 })
      const shop = await make.shop()
      const [sold, failed] = [newReference(), newReference()]
      const my = tillOf(shop)
      expect((await my.apply({ reference: failed, purchaseAmount: 'x' })).status).toBe(400)
      expect((await my.apply({ reference: failed })).status).toBe(201)
      expect((await my.apply({ reference: sold })).status).toBe(201)
      // Three days ago at 2:30 p.m. of Santo Domingo.
      await sql`
        insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, code, duration_ms, request_id, details)
        select ${shop.merchant.id}, at, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid,
          ${shop.credential.id}, 'applyDiscount', 503, 'service_unavailable', 1, 'req_old', '{}'
        from (select ((now() at time zone 'America/Santo_Domingo')::date - 3 + time '14:30') at time zone 'America/Santo_Domingo' as at) t`
      await enter(await staff.member(shop.merchant.id, { language }))
      await look()
      const byDay = page.getByRole('figure', { name: t.volume.days })
      const bars = byDay.getByRole('link', { name: new RegExp(t.volume.done) })
      // The list and the chart are read beside each other: what is written in between is in the list alone.
      await expect(async () => {
        await openUntil(page, '/portal/requests', 4)
        await expect(bars).toHaveCount(2, { timeout: 1_000 })
      }).toPass()
      await expect(bars.first()).toHaveAccessibleName(/5xx\) 1$/)
      await expectSoundEverywhere(page)
      await look()
      await byDay.getByRole('button').click()
      await expect(byDay.getByRole('row')).toHaveCount(8)
      await byDay.getByRole('button').click()
      // One of the bars takes the Tab key, the arrows go to the others.
      await bars.last().focus()
      await page.keyboard.press('ArrowLeft')
      await expect(bars.first()).toBeFocused()
      await page.keyboard.press('Enter')
      await page.waitForURL(/period=custom&from=(\d{4}-\d\d-\d\d)&to=\1$/)
      await expect(rows(page)).toHaveCount(1)
      const byHour = page.getByRole('figure', { name: t.volume.hours })
      const hour = byHour.getByRole('link', { name: new RegExp(t.volume.done) })
      await expect(hour).toHaveCount(1)
      await expect(hour).toBeFocused()
      await hour.click()
      await page.waitForURL(/hour=14$/)
      await expect(hour).toHaveAttribute('aria-current', 'true')
      await expect(rows(page)).toHaveCount(1)
      await expectSoundEverywhere(page)
      await look()
      await page.getByRole('link', { name: t.volume.wholeDay }).click()
      await page.waitForURL((url) => !url.searchParams.has('hour'))
      await page.getByRole('link', { name: t.volume.allDays }).click()
      await page.waitForURL((url) => url.search === '')
      await expect(rows(page)).toHaveCount(4)

      await page.getByRole('link', { name: t.groupByReference }).click()
      await page.waitForURL(/group=reference$/)
      await expect(rows(page)).toHaveCount(2)
      await expect(rows(page).filter({ hasText: failed })).toContainText(/2 .* · 1 /)
      await expectSoundEverywhere(page)
      await look()
      await page.getByRole('link', { name: failed }).click()
      await page.waitForURL(new RegExp(`q=${failed}$`))
      await expect(rows(page)).toHaveCount(2)

      await page.goto('/portal/requests')
      await page.clock.install()
      await page.mouse.move(0, 0)
      await page.getByRole('button', { name: live.toggle }).click()
      const state = page.getByRole('status').filter({ hasText: /./ })
      const now = page.locator('.fixed').filter({ hasText: live.end })
      await expect(now).toContainText(live.following)
      await my.apply({ reference: newReference() })
      await expect(rows(page)).toHaveCount(5, { timeout: 20_000 })
      await expect(rows(page).first()).toHaveClass(/bg-accent-soft/)
      await expect(state.filter({ hasText: /^1 / })).toHaveCount(1)
      await expectSoundEverywhere(page)
      await look()
      // Nothing moves under who reads the rows.
      await rows(page).nth(2).hover()
      await my.apply({ reference: newReference() })
      await my.apply({ reference: newReference() })
      const show = now.getByRole('button', { name: /2/ })
      await expect(show).toBeVisible({ timeout: 20_000 })
      await expect(rows(page)).toHaveCount(5)
      await show.click()
      await expect(rows(page)).toHaveCount(7)
      // The browser may look for the page's icon at that moment.
      watch.expectProblem(/ERR_INTERNET_DISCONNECTED.*icon/)
      await context.setOffline(true)
      await expect(now).toContainText(live.offline, { timeout: 20_000 })
      await context.setOffline(false)
      await expect(now).toContainText(live.following)
      await page.clock.fastForward('11:00')
      await expect(now).toContainText(live.stopped)
      await now.getByRole('button', { name: live.goOn }).click()
      await expect(now).toContainText(live.following)
      await now.getByRole('button', { name: live.end }).click()
      await expect(now).toHaveCount(0)

      const asked = { data: { query: '', newest: null }, headers: { Origin: new URL(page.url()).origin } }
      const strange = await page.request.post('/portal/requests/newer', asked)
      expect([strange.status(), await strange.json()]).toEqual([403, { code: 'office_changed' }])
    })
  }

  test('of an operation that hardly ever comes are looked for page by page, and the page says how far', async ({
    page,
    make,
    staff,
    sql,
    enter,
  }) => {
    const { merchant, credential } = await make.shop()
    const ana = await staff.member(merchant.id)
    await sql`select keep_api_request_days((now() at time zone 'UTC')::date - 1)`
    await sql`
      insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, duration_ms, request_id, address, details)
      select ${merchant.id}::int, at, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
          || '8' || substr(md5(n::text), 4, 15))::uuid, ${credential.id}::int,
        case when n > 100000 then 'describeCredential' else 'checkEligibility' end, 200, 1, 'req_' || n, '198.51.100.7', '{}'
      from (select n, date_trunc('milliseconds', now()) - n * interval '10 milliseconds' as at from generate_series(1, 100001) n) s`
    await enter(ana)
    await page.goto('/portal/requests?operation=describeCredential')
    await expect(page.getByText('Se buscó entre 100,000 llamadas')).toBeVisible()
    await expect(rows(page)).toHaveCount(0)
    await expectSoundEverywhere(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('link', { name: 'Siguiente' }).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(page.getByText('Se buscó entre')).toHaveCount(0)

    await page.goto(`/portal/integrations/incident?credential=key-${credential.id}&hours=24`)
    await expect(page.getByText('Se contaron las 50,000 más recientes')).toBeVisible()
    await expectSoundEverywhere(page)
  })

  test('of a merchant that never called are none, and the page says how they come', async ({ page, office }) => {
    await office()
    await page.goto('/portal/requests')
    await expect(page.getByText('Aún no hay llamadas')).toBeVisible()
    await expectSoundEverywhere(page)
  })
})
