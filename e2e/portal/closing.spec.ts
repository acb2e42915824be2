import type { Page } from '@playwright/test'
import type { Sql } from '@/db/client'
import { messages } from '@/lib/messages/messages'
import { newBusyMerchant } from '../fixtures/many-rows'
import { paperSizes, readPdf } from '../fixtures/pdf'
import { expectSoundEverywhere } from './fixtures/page-checks'
import { rows } from './fixtures/page-parts'
import { expect, test } from './fixtures/test'
import { namedShop, tillOf } from './fixtures/till'

/** A day is closed, added to, closed again and reopened, as the person of the till does it (P-28). */

const languages = ['es', 'en'] as const
const widths = [1280, 360] as const

/** What happened to a merchant happened a day earlier. */
const letADayPass = (sql: Sql, merchantId: number) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    for (const [table, columns] of [
      ['authorizations', ['authorized_at', 'expires_at', 'ended_at']],
      ['consumptions', ['registered_at', 'consumption_date']],
      ['closings', ['closed_at']],
    ] as const) {
      for (const column of columns) {
        await tx`update ${tx(table)} set ${tx(column)} = ${tx(column)} - interval '1 day' where merchant_id = ${merchantId}`
      }
    }
    await tx`update closings set day = day - 1 where merchant_id = ${merchantId}`
  })

const pdfOf = async (page: Page, name: string) => {
  const href = await page.getByRole('link', { name }).getAttribute('href')
  const answer = await page.request.get(href ?? '')
  expect(answer.headers()['content-type']).toBe('application/pdf')
  expect(answer.headers()['cache-control']).toContain('no-store')
  return readPdf(await answer.body())
}

for (const language of languages)
  for (const width of widths)
    test(`a day is closed with its differences, what comes later is in the next, and it is reopened (${language}, ${width})`, async ({
      page,
      staff,
      sql,
      enter,
    }) => {
      const t = messages[language].closing
      const shop = await namedShop(sql)
      const ana = await staff.member(shop.merchant.id, { name: 'Ana Peña', language })
      const till = tillOf(shop, shop.branchId)
      await till.sell({ purchaseAmount: 1234.5, reference: 'FAC-0001' })
      await till.sell({ purchaseAmount: 100, reference: 'FAC-0002' })
      await enter(ana)
      await page.setViewportSize({ width, height: 800 })
      const inSound = () => (width === 1280 ? expectSoundEverywhere(page) : Promise.resolve())

      await page.goto('/portal/closing')
      await page.getByRole('link', { name: t.chooseBranchOf.replace('{name}', 'Naco') }).click()
      await page.waitForURL(/branch=\d+/)
      await page.getByLabel(t.compare.file).setInputFiles({
        name: 'caja.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Ticket,Total\nFAC-0001,"1,111.05"\nFAC-0002,95.00\n'),
      })
      await expect(page.getByLabel(t.compare.list)).toHaveValue(/FAC-0002/)
      const submit = page.getByRole('button', { name: t.close.submit })
      // What stands there is compared before the day is closed with it.
      await expect(page.getByRole('paragraph').filter({ hasText: t.close.compareFirst })).toBeVisible()
      await page.getByRole('button', { name: t.compare.submit }).click()
      await expect(page.getByRole('table', { name: t.compare.caption })).toBeVisible()
      await submit.click()
      await expect(page.getByRole('alert').first()).toBeVisible()
      await page.getByLabel(t.close.reasonFor.replace('{reference}', 'FAC-0002')).selectOption('corrected')
      await page.getByLabel(t.close.noteFor.replace('{reference}', 'FAC-0002')).fill('Se cobró un envío')
      await inSound()
      await page.setViewportSize({ width, height: 800 })
      await submit.click()
      await page.waitForURL(/\/portal\/closing\/\d+$/)
      const first = page.url()
      const main = page.locator('main')
      for (const text of ['Naco', 'Ana Peña', 'RD$1,334.50', 'RD$1,201.05', t.reasons.corrected, 'Se cobró un envío'])
        await expect(main).toContainText(text)

      // Sold when the day is closed already.
      await till.sell({ purchaseAmount: 50, reference: 'FAC-0003' })
      await page.reload()
      await expect(main).toContainText('RD$1,201.05')
      const since = page.getByRole('table', { name: t.closed.since })
      await expect(since.getByRole('row', { name: /FAC-0003/ })).toContainText(t.closed.pending)
      await letADayPass(sql, shop.merchant.id)
      await page.goto(`/portal/closing?branch=${shop.branchId}`)
      await expect(page.getByText(t.lateTitle)).toBeVisible()
      await submit.click()
      await page.waitForURL((url) => /\/portal\/closing\/\d+$/.test(url.pathname) && url.href !== first)
      const late = page.getByRole('table', { name: t.closed.lateOnPaper })
      await expect(late.getByRole('row', { name: /FAC-0003/ })).toContainText('RD$45.00')
      await inSound()

      await page.setViewportSize({ width, height: 800 })
      await page.goto(first)
      await expect(since.getByRole('link', { name: t.closed.inClosing })).toBeVisible()
      for (const [name, size] of [
        [t.closed.pdfLetter, paperSizes.letter],
        [t.closed.pdfA4, paperSizes.a4],
      ] as const) {
        const pdf = await pdfOf(page, name)
        expect(pdf.size).toEqual(size)
        const [summary = '', ...detail] = pdf.pages
        for (const text of [t.final, 'RD$1,201.05', t.signature, t.closed.page.split(' ')[0] ?? '', 'Naco'])
          expect(summary).toContain(text)
        for (const text of ['FAC-0001', 'RD$1,111.05', 'Se cobró un envío', 'FAC-0003'])
          expect(detail.join('\n')).toContain(text)
      }

      await page.getByRole('button', { name: t.reopen.action }).click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByLabel(t.reopen.reason).fill('Faltó un ticket')
      await dialog.getByRole('button', { name: t.reopen.submit }).click()
      await expect(page.getByText('Faltó un ticket')).toBeVisible()
      await page.goto('/portal/closing/history')
      await expect(rows(page)).toHaveCount(2)
      await expect(rows(page).filter({ hasText: t.stateReopened })).toHaveCount(1)
      await inSound()
    })

test('a day goes on paper with its summary on the first sheet and every column on the others, on Letter and on A4', async ({
  page,
  staff,
  sql,
  enter,
}) => {
  const { merchant } = await newBusyMerchant(sql, { consumptions: 120, days: 1 })
  await sql`update consumptions set reference = 'B0100' || lpad(id::text, 8, '0'), consumption_date = registered_at
    where merchant_id = ${merchant.id}`
  const [busiest] = await sql<{ day: string; count: number; final: string }[]>`
    select ((registered_at at time zone 'America/Santo_Domingo')::date)::text as day, count(*)::int as count,
      to_char(sum(final_amount), 'FM999,999,990.00') as final
    from consumptions where merchant_id = ${merchant.id} group by 1 order by 2 desc limit 1`
  const ana = await staff.member(merchant.id)
  await enter(ana)
  const t = messages.es.closing
  const heads = [t.reference, t.time, t.collaborator, t.purchase, t.discount, t.final]
  const isOnPaper = async (columns: readonly string[]) => {
    await page.goto(`/portal/closing/print?day=${busiest?.day}`)
    for (const [format, size] of [
      ['Letter', paperSizes.letter],
      ['A4', paperSizes.a4],
    ] as const) {
      const pdf = await readPdf(await page.pdf({ format }))
      // Chromium rounds to its own pixels.
      for (const [at, side] of pdf.size.entries()) expect(Math.abs(side - (size[at] ?? 0))).toBeLessThanOrEqual(2)
      const [summary = '', ...sheets] = pdf.pages
      for (const text of [merchant.name, t.final, `RD$${busiest?.final}`, t.signature, t.reviewed])
        expect(summary).toContain(text)
      expect(summary).not.toContain('B0100')
      expect(sheets.length).toBeGreaterThan(1)
      for (const sheet of sheets) {
        for (const head of columns) expect(sheet).toContain(head)
      }
      const detail = sheets.join('\n')
      expect(detail.match(/B0100\d{8}/g) ?? []).toHaveLength(busiest?.count ?? 0)
      // Of each row its purchase, its discount and what was charged.
      expect(detail.match(/RD\$[\d,]+\.\d\d/g) ?? []).toHaveLength(3 * (busiest?.count ?? 0))
    }
  }
  await isOnPaper(heads)
  // One that was paid the day before has a column more for what is remarked, and no reference is broken for it.
  await sql`update consumptions set consumption_date = consumption_date - interval '1 day' where id = (
    select min(id) from consumptions
    where merchant_id = ${merchant.id} and (registered_at at time zone 'America/Santo_Domingo')::date = ${busiest?.day ?? null})`
  await isOnPaper([...heads, t.remark])
})
