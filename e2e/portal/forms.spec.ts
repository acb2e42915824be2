import { discounts as en } from '@/lib/messages/en/discounts'
import { imports as importsEn } from '@/lib/messages/en/imports'
import { ui as uiEn } from '@/lib/messages/en/ui'
import { branches as branchesEs } from '@/lib/messages/es/branches'
import { discounts as es } from '@/lib/messages/es/discounts'
import { imports as importsEs } from '@/lib/messages/es/imports'
import { ui as uiEs } from '@/lib/messages/es/ui'
import { expectAccessible, expectNoSideScroll } from './fixtures/page-checks'
import { expect, test } from './fixtures/test'

const looks = [
  // The office's language is not the browser's: 03/04 is a day of the office's.
  { language: 'es', locale: 'en-US', t: es, ui: uiEs, width: 1280, typed: '03/04/2097', day: '2097-04-03' },
  { language: 'en', locale: 'es-DO', t: en, ui: uiEn, width: 360, typed: '03/04/2097', day: '2097-03-04' },
] as const

const words = { '2097-04-03': 'miércoles, 3 de abril de 2097', '2097-03-04': 'Monday, March 4, 2097' }
const wordsOfNext = { '2097-04-03': 'jueves, 4 de abril de 2097', '2097-03-04': 'Tuesday, March 5, 2097' }

for (const { language, locale, t, ui, width, typed, day } of looks) {
  test(`a discount's form tells every fault at once, keeps the day of the office in a browser of ${locale}, and nothing typed is lost`, async ({
    make,
    staff,
    pageOf,
    sql,
  }) => {
    const merchant = await make.merchant()
    const page = await pageOf(await staff.member(merchant.id, { language }), { locale })
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/portal/discounts/new')
    const publish = page.getByRole('button', { name: t.form.saveAndPublish, exact: true })
    const name = page.getByLabel(t.form.name, { exact: true })
    const last = page.getByLabel(t.form.validTo, { exact: true })
    const value = page.getByLabel(t.form.percentValue)

    await page.getByLabel(t.form.budget).fill('diez')
    await last.fill('31/31/2097')
    await publish.click()
    const faults = [
      t.faults.name_missing,
      t.faults.description_missing,
      t.faults.value_missing,
      t.faults.day_unreadable,
      t.faults.figure_unreadable,
    ]
    await expect(page.locator('form [role=alert] li')).toHaveText(faults)
    await expect(name).toBeFocused()
    for (const field of [name, value, last, page.getByLabel(t.form.budget)]) {
      await expect(field).toHaveAttribute('aria-invalid', 'true')
    }
    await expect(value).toHaveAccessibleDescription(new RegExp(t.faults.value_missing.slice(0, 12)))
    await expect(last).toHaveValue('31/31/2097')
    await expect(page.getByLabel(t.form.budget)).toHaveValue('diez')
    await expectAccessible(page)
    await expectNoSideScroll(page)
    await page.getByRole('button', { name: t.faults.figure_unreadable }).click()
    await expect(page.getByLabel(t.form.budget)).toBeFocused()

    await page.getByLabel(t.form.budget).fill('')
    await last.fill(typed)
    await last.blur()
    await expect(page.getByText(words[day])).toBeVisible()
    await last.press('Alt+ArrowDown')
    const calendar = page.getByRole('dialog', { name: ui.calendar })
    await expect(calendar.getByRole('button', { name: words[day] })).toBeFocused()
    await expectAccessible(page)
    await expectNoSideScroll(page)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(calendar).toBeHidden()
    await expect(page.getByText(wordsOfNext[day])).toBeVisible()
    await last.fill(typed)

    // Nothing that is typed is lost without a question.
    const question = page.getByRole('alertdialog', { name: ui.unsentTitle })
    const cancel = page.getByRole('link', { name: t.form.cancel, exact: true })
    await cancel.click()
    await expect(question).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: ui.unsentStay }).click()
    await expect(question).toBeHidden()
    await expect(last).toHaveValue(typed)

    await name.fill('Diez')
    await page.getByLabel(t.form.description, { exact: true }).fill('En toda la tienda.')
    await value.fill('10')
    await publish.click()
    await page.waitForURL(/discounts\/\d+\?done=published/)
    const [kept] =
      await sql`select to_char((valid_to - interval '1 second') at time zone 'America/Santo_Domingo', 'YYYY-MM-DD') as day
      from discounts where merchant_id = ${merchant.id}`
    expect(kept?.day).toBe(day)

    // What was sent is no unsent work; nor is a form in which nothing was changed.
    await page.goto('/portal/discounts')
    await page.goto('/portal/discounts/new')
    await name.focus()
    await name.fill('x')
    await name.fill('')
    await cancel.click()
    await page.waitForURL(/\/portal\/discounts$/)
    await page.getByRole('link', { name: t.create }).first().click()
    await page.waitForURL(/\/new$/)
    await name.click()
    await page.keyboard.type('Otro')
    await page.evaluate(() => history.back())
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: ui.unsentLeave }).click()
    await page.waitForURL(/\/portal\/discounts$/)
  })
}

test('a dialog and a tab ask before typed work is lost, and not for a form as it was', async ({ page, office }) => {
  await office()
  await page.goto('/portal/branches')
  const create = page.getByRole('button', { name: branchesEs.createTitle, exact: true }).first()
  await create.click()
  const dialog = page.getByRole('dialog')
  const question = page.getByRole('alertdialog', { name: uiEs.unsentTitle })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await create.click()
  await dialog.getByRole('textbox').fill('Los Prados')
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(dialog.getByRole('textbox')).toHaveValue('Los Prados')

  const asked = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  const browserAsks = await asked
  expect(browserAsks.type()).toBe('beforeunload')
  await browserAsks.dismiss()
  await closing

  await dialog.getByRole('button', { name: uiEs.cancel, exact: true }).click()
  await question.getByRole('button', { name: uiEs.unsentLeave }).click()
  await expect(dialog).toBeHidden()
})

for (const { language, locale, ui, width } of looks) {
  test(`a file is dragged or chosen in the words of the office (${language}), and refused before it is sent if it is no list`, async ({
    make,
    staff,
    pageOf,
  }) => {
    const merchant = await make.merchant()
    const page = await pageOf(await staff.member(merchant.id, { language }), { locale })
    await page.setViewportSize({ width, height: 800 })
    const uploads: string[] = []
    page.on('request', (request) => request.method() === 'POST' && uploads.push(new URL(request.url()).pathname))
    await page.goto('/portal/catalog/import')
    const imports = language === 'es' ? importsEs : importsEn
    const input = page.getByLabel(imports.file)
    const send = page.getByRole('button', { name: imports.send, exact: true })
    await expect(page.getByText(ui.fileChoose)).toBeVisible()
    await send.click()
    await expect(page.getByText(imports.faults.file_missing)).toBeVisible()

    await input.setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('x') })
    await expect(input).toHaveAccessibleDescription(/foto.png/)
    await expect(input).toHaveAttribute('aria-invalid', 'true')
    await input.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.alloc(10 * 1024 * 1024 + 1, 'a') })
    await expect(input).toHaveAccessibleDescription(/a\.csv.* 10 MB/)
    await expectAccessible(page)
    await expectNoSideScroll(page)
    expect(uploads).toEqual([])

    const dragged = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['SKU,Nombre\nA1,Agua\n'], 'artículos.csv', { type: 'text/csv' }))
      return transfer
    })
    await input.dispatchEvent('drop', { dataTransfer: dragged })
    await expect(page.getByText('artículos.csv', { exact: true })).toBeVisible()
    await expect(input).not.toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('button', { name: ui.fileRemove.replace('{name}', 'artículos.csv') }).click()
    await expect(page.getByText(ui.fileChoose)).toBeVisible()
    await input.dispatchEvent('drop', { dataTransfer: dragged })
    await expectAccessible(page)
    await expectNoSideScroll(page)
    await send.click()
    await page.waitForURL(/\/catalog\/import\/\d+$/)
  })
}
