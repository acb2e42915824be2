import { integrations as integrationsEn } from '@/lib/messages/en/integrations'
import { terminals as en } from '@/lib/messages/en/terminals'
import { integrations as integrationsEs } from '@/lib/messages/es/integrations'
import { terminals as es } from '@/lib/messages/es/terminals'
import { expectSoundEverywhere } from './fixtures/page-checks'
import { sectionOf } from './fixtures/page-parts'
import { newPerson } from './fixtures/people'
import { expect, test } from './fixtures/test'
import { fillTerminals, silenceTill } from './scenes/terminals-data'

/** ADR-0037: fifty tills behind four credentials, and the page says which of them somebody should look at, in words. */

const words = { es, en }
const integrations = { es: integrationsEs, en: integrationsEn }
const counted = {
  es: ['1 falla en todo', '3 requieren atención', '43 con ventas hoy', '3 sin ventas hoy'],
  en: ['1 fails at everything', '3 need attention', '43 sold today', '3 without sales today'],
} as const

const faults = {
  es: {
    'CAJA-11': 'Rechazo: secreto anterior',
    'CAJA-17': 'Reloj 40 min adelantado',
    'CAJA-24': 'Reservas vencidas: 70%',
  },
  en: { 'CAJA-11': 'Refused: former secret', 'CAJA-17': 'Clock 40 min fast', 'CAJA-24': 'Reservations expired: 70%' },
} as const

const silent = { es: '; a esta hora siempre vende', en: '; always sells at this hour' } as const
const alwaysSells = {
  es: 'Una terminal no llama, y a esta hora siempre vende:',
  en: 'One terminal does not call, and always sells at this hour:',
} as const

for (const language of ['es', 'en'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'es' ? 'es-DO' : 'en-US' })

    test('a merchant sees its tills by branch, which of them need it and why, and opens one', async ({
      page,
      sql,
      enter,
    }) => {
      const t = words[language]
      const person = await newPerson(sql, { language })
      await enter(person)
      await page.goto('/portal/terminals')
      await expect(page.getByText(t.emptyTitle)).toBeVisible()
      await expect(page.getByText('X-Terminal-Id: CENTRO-CAJA-01')).toBeVisible()
      await expectSoundEverywhere(page)

      const { branches } = await fillTerminals(sql, person.merchantId)
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.reload()
      const main = page.getByRole('main')
      const cells = main.locator('li[data-row]')
      await expect(cells).toHaveCount(50)
      for (const name of branches) await expect(main.getByRole('region', { name, exact: true })).toBeVisible()
      // All fifty on one screen.
      const bottoms = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().bottom))
      expect(Math.max(...bottoms)).toBeLessThanOrEqual(800)

      const counts = page.getByRole('list', { name: t.caption })
      for (const text of counted[language]) await expect(counts.getByText(text, { exact: true })).toBeVisible()
      for (const [terminal, says] of Object.entries(faults[language]))
        await expect(cells.filter({ hasText: terminal })).toContainText(`${t.states.attention}. ${says}`)
      await expect(cells.filter({ hasText: `${t.states.attention}. ` })).toHaveCount(3)
      await expect(cells.filter({ hasText: 'CAJA-38' })).toContainText(`${t.states.failing}. `)
      await expect(cells.filter({ hasText: 'CAJA-07' })).toContainText(
        language === 'es' ? 'Sin llamadas desde' : 'No calls since',
      )
      await expect(page.locator('body')).not.toContainText(/offline|fuera de línea/i)

      const unidentified = page.getByRole('table', { name: t.unidentified })
      await expect(unidentified).toContainText('190.166.12.41')
      await expect(unidentified).toContainText('curl/8.7')
      await expectSoundEverywhere(page)

      await page.setViewportSize({ width: 1280, height: 800 })
      await cells.getByRole('link', { name: 'CAJA-11' }).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(/terminals\/\d+$/)
      await expect(page.getByRole('heading', { name: 'CAJA-11' })).toBeVisible()
      await expect(main).toContainText(faults[language]['CAJA-11'])
      await expect(main).toContainText('190.166.12.11')
      await expect(main).toContainText('Adaptador/2.3')
      await expect(main.getByRole('link', { name: 'ERP central' })).toBeVisible()
      await expect(page.getByRole('img', { name: t.details.callsLabel })).toBeVisible()
      await page.getByLabel(t.describe.name, { exact: true }).fill('Caja de devoluciones')
      await page.keyboard.press('Tab')
      await page.keyboard.type('Se cambió en junio.')
      await page.getByRole('button', { name: t.describe.save, exact: true }).press('Enter')
      await expect(page.getByRole('heading', { name: 'Caja de devoluciones' })).toBeVisible()
      await expect(page.getByRole('definition').filter({ hasText: 'Se cambió en junio.' })).toBeVisible()
      await expectSoundEverywhere(page)

      // Its client was rotated two hours ago: its page watches who has come to the new secret, until somebody ends that (ADR-0042).
      const { switchOver } = integrations[language]
      await page.setViewportSize({ width: 1280, height: 800 })
      await main.getByRole('link', { name: 'ERP central' }).press('Enter')
      const change = sectionOf(page, switchOver.title)
      await expect(change.getByText(switchOver.formerOver)).toBeVisible()
      const late = change.getByRole('row').filter({ hasText: 'Caja de devoluciones' })
      await expect(late).toContainText(switchOver.states.refused)
      await expect(late).toContainText('190.166.12.11')
      await expectSoundEverywhere(page)
      await page.setViewportSize({ width: 1280, height: 800 })
      // Another till comes while the page is looked at, and the page shows it by itself.
      await sql`update terminals set api_key_id = null, oauth_client_id = (select id from oauth_clients where merchant_id = ${person.merchantId}),
        secret_at = now() where merchant_id = ${person.merchantId} and terminal = 'CAJA-12'`
      await expect(change.getByRole('row').filter({ hasText: 'CAJA-12' })).toContainText(switchOver.states.switched)
      await change.getByRole('button', { name: switchOver.dismiss, exact: true }).press('Enter')
      await expect(change).toHaveCount(0)

      await silenceTill(sql, person.merchantId, 'CAJA-20')
      await page.goto('/portal/terminals')
      await expect(cells.filter({ hasText: 'CAJA-20' })).toContainText(silent[language])
      await expectSoundEverywhere(page)
      const notice = page.getByText(alwaysSells[language], { exact: true })
      await expect(notice).toBeVisible()
      await main.getByRole('link', { name: 'CAJA-20' }).first().press('Enter')
      await page.waitForURL(/terminals\/\d+$/)
      await expect(main).toContainText(t.advice.unusuallySilent)
      await page.getByRole('button', { name: t.silence.mute }).press('Enter')
      await expect(page.getByRole('button', { name: t.silence.unmute })).toBeVisible()
      await expect(main).not.toContainText(t.advice.unusuallySilent)
      await expectSoundEverywhere(page)
      await page.goto('/portal/terminals')
      await expect(cells).toHaveCount(50)
      await expect(notice).toHaveCount(0)

      await cells.getByRole('link', { name: 'CAJA-01' }).press('Enter')
      await page.waitForURL(/terminals\/\d+$/)
      const former = page.getByLabel(t.merge.former, { exact: true })
      const option = former.getByRole('option', { name: /^CAJA-33/ })
      await expect(main.getByText(t.details.formerNames, { exact: true })).toHaveCount(0)
      await former.selectOption(await option.getAttribute('value'))
      await page.getByRole('button', { name: t.merge.submit, exact: true }).press('Enter')
      await expect(page.getByText(t.merge.done)).toBeVisible()
      await expect(page.getByRole('definition').filter({ hasText: /^CAJA-33$/ })).toBeVisible()
      await expect(option).toHaveCount(0)
      await expectSoundEverywhere(page)
      await page.goto('/portal/terminals')
      await expect(cells).toHaveCount(49)
    })
  })
}
