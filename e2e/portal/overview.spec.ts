import { expectNoSideScroll, expectSoundEverywhere } from './fixtures/page-checks'
import { expect, test } from './fixtures/test'
import { threeWeeksOfSales } from './scenes/overview'

test.describe('the overview of a merchant', () => {
  test('says what was granted, over time and by whom, and is sound at every size', async ({
    page,
    sql,
    make,
    staff,
    baseURL,
  }) => {
    const merchant = await make.merchant()
    await threeWeeksOfSales(sql, { merchantId: merchant.id })
    await staff.session(page.context(), await staff.member(merchant.id), baseURL ?? '')
    await page.goto('/portal')
    const [sums] = await sql<{ count: string; discount: string }[]>`
      select to_char(count(*), 'FM999,999') as count, to_char(sum(discount_amount), 'FM999,999,990.00') as discount
      from consumptions where merchant_id = ${merchant.id}
        and (registered_at at time zone 'America/Santo_Domingo')::date > (now() at time zone 'America/Santo_Domingo')::date - 30`
    const tileIn = (region: string) => (label: string) =>
      page
        .getByRole('region', { name: region, exact: true })
        .locator('dl > div')
        .filter({ has: page.getByText(label, { exact: true }) })
    const tile = tileIn('Totales del período')
    await expect(tile('Descuento otorgado').locator('dd').first()).toHaveText(`RD$${sums?.discount}`)
    await expect(tile('Consumos').locator('dd').first()).toHaveText(sums?.count ?? '')
    await expect(page.getByRole('table', { name: 'Por empresa' }).getByRole('row')).toHaveCount(7)
    await expect(page.getByRole('link', { name: 'POS caja 3, sucursal Naco' })).toBeVisible()
    const granted = page.getByRole('figure', { name: 'Descuento otorgado' })
    await granted.getByRole('button', { name: 'Ver como tabla' }).click()
    // No bar for the days before anything was sold.
    const [begun] = await sql<{ days: number }[]>`
      select 1 + (now() at time zone 'America/Santo_Domingo')::date - (least(
        (select min(registered_at) from consumptions where merchant_id = ${merchant.id}),
        (select min(hour) from credential_calls where merchant_id = ${merchant.id})
      ) at time zone 'America/Santo_Domingo')::date as days`
    expect(begun?.days).toBeLessThan(30)
    await expect(granted.getByRole('row')).toHaveCount(1 + (begun?.days ?? 0))
    const today = tileIn('Totales de hoy')
    await expect(today('Consumos')).toContainText('ayer a esta hora')
    await expect(today('Llamadas con error').getByRole('link')).toHaveAttribute(
      'href',
      '/portal/requests?period=today&status=failed',
    )
    await expect(tile('Llamadas con error').locator('dd').first()).toHaveText(/^\d+(\.\d)?%$/)
    await expectSoundEverywhere(page)

    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByLabel('Período', { exact: true }).selectOption('last_7_days')
    await page.getByRole('button', { name: 'Mostrar' }).click()
    await expect(page).toHaveURL(/\?period=last_7_days$/)
    await expect(tile('Consumos').locator('dd').first()).not.toHaveText(sums?.count ?? '')
  })

  test('does not scroll to the side while its charts are still as wide as the window was', async ({
    page,
    sql,
    make,
    staff,
    baseURL,
  }) => {
    // A busy telephone draws a chart anew long after it was turned: here never, as no change of size is told.
    await page.addInitScript(() => {
      const Told = ResizeObserver
      window.ResizeObserver = class extends Told {
        constructor(tell: ResizeObserverCallback) {
          super((entries, observer) => {
            if (innerWidth > 1000) tell(entries, observer)
          })
        }
      }
    })
    const merchant = await make.merchant()
    await threeWeeksOfSales(sql, { merchantId: merchant.id })
    await staff.session(page.context(), await staff.member(merchant.id), baseURL ?? '')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/portal')
    await page.getByRole('figure').first().scrollIntoViewIfNeeded()
    const drawn = page.locator('.recharts-surface').first()
    await expect(drawn).toBeVisible()
    const before = await drawn.boundingBox()
    await page.setViewportSize({ width: 360, height: 640 })
    expect((await drawn.boundingBox())?.width).toBe(before?.width)
    await expectNoSideScroll(page)
  })

  test('leads a new merchant to its first sale, and says to each what is theirs', async ({
    page,
    make,
    staff,
    baseURL,
  }) => {
    const merchant = await make.merchant()
    const cashier = await staff.member(merchant.id, { language: 'en', permissions: ['merchant.integrations.manage'] })
    await staff.session(page.context(), cashier, baseURL ?? '')
    await page.goto('/portal')
    await expect(page.getByText('1 of 8 steps done.')).toBeVisible()
    await expect(
      page
        .getByText('Done by someone with the permission “Manage the discounts and the affiliated companies”.')
        .first(),
    ).toBeVisible()
    await expect(page.getByText('Discount granted')).toHaveCount(0)
    await expectSoundEverywhere(page)
    await page.getByRole('link', { name: 'A credential for your system' }).click()
    await expect(page).toHaveURL(/\/portal\/integrations$/)
  })
})
