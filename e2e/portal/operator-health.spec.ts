import { announcements as announcementsEn } from '@/lib/messages/en/announcements'
import { operatorHealth as en } from '@/lib/messages/en/operator-health'
import { policies as policiesEn } from '@/lib/messages/en/policies'
import { status as statusEn } from '@/lib/messages/en/status'
import { announcements as announcementsEs } from '@/lib/messages/es/announcements'
import { operatorHealth as es } from '@/lib/messages/es/operator-health'
import { policies as policiesEs } from '@/lib/messages/es/policies'
import { status as statusEs } from '@/lib/messages/es/status'
import { expectSoundEverywhere } from './fixtures/page-checks'
import { dialogOf } from './fixtures/page-parts'
import { newOperator, newPerson } from './fixtures/people'
import { expect, test } from './fixtures/test'

const words = { es, en }
const statusWords = { es: statusEs, en: statusEn }
const announcementWords = { es: announcementsEs, en: announcementsEn }
const policyWords = { es: policiesEs, en: policiesEn }

/** A minute in which a merchant's calls failed, as the job sums it. */
async function addFailures(sql: Parameters<typeof newOperator>[0], merchantId: number) {
  await sql`
    insert into network_minutes (minute, calls, done, failed, codes, bins, authorized, confirmed, expired)
    select date_trunc('minute', now()) - n * interval '1 minute', 1412, 1380, 12, '{"discount_not_available": 18, "rate_limited": 2}',
      '{"4": 900, "6": 480, "13": 32}', 610, 580, 9
    from generate_series(1, 20) n
    on conflict (minute) do update set calls = excluded.calls, done = excluded.done, failed = excluded.failed,
      codes = excluded.codes, bins = excluded.bins`
  await sql`
    insert into merchant_minutes (minute, merchant_id, status, code, calls)
    values (date_trunc('minute', now()), ${merchantId}, 503, 'service_unavailable', 12),
      (date_trunc('minute', now()), ${merchantId}, 200, '', 80)`
}

for (const language of ['es', 'en'] as const) {
  test(`the operator sees how the network is, who fails, and what waits, in ${language}`, async ({
    page,
    sql,
    enter,
  }) => {
    const t = words[language]
    const { merchantId } = await newPerson(sql, { language })
    const [merchant] = await sql<{ name: string }[]>`
      update merchants set name = 'Ferretería ' || id where id = ${merchantId} returning name`
    await addFailures(sql, merchantId)
    await enter(await newOperator(sql, { language }))
    await page.goto('/operator/health')
    await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible()
    const failing = page.getByRole('table', { name: t.failing })
    await expect(failing.getByRole('link', { name: merchant?.name ?? '' })).toHaveAttribute(
      'href',
      `/operator/merchants/${merchantId}`,
    )
    const minutes = page.getByRole('table', { name: t.minutes })
    await expect(minutes).toContainText('1,412')
    await expect(page.getByText(language === 'es' ? 'Atraso en marcar' : 'Delay in marking')).toBeVisible()
    await expectSoundEverywhere(page)
  })

  test(`the operator gives a merchant another limit until a day, and adds a kind of identification, in ${language}`, async ({
    page,
    make,
    sql,
    enter,
  }) => {
    const t = policyWords[language]
    // The last one in use cannot be retired.
    await make.identificationTypes()
    const { merchantId } = await newPerson(sql, { language })
    const name = `Colmado ${language} ${merchantId}`
    await sql`update merchants set name = ${name} where id = ${merchantId}`
    await enter(await newOperator(sql, { language }))
    await page.goto('/operator/policies')
    await expectSoundEverywhere(page)
    await page.getByLabel(t.search).fill(name)
    await page.getByRole('button', { name: t.searchSubmit, exact: true }).click()
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.getByRole('button', { name: t.changeLabel.replace('{policy}', t.names.calls) }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel(t.units.calls).fill('2400')
    await dialog.getByLabel(new RegExp(`^${t.until}`)).fill('2099-12-31')
    await dialog.getByRole('button', { name: t.change, exact: true }).click()
    await expect(dialog.getByText(t.faults.reason_missing).first()).toBeVisible()
    await dialog.getByLabel(t.reason, { exact: true }).fill('Feria de diciembre')
    await dialog.getByRole('button', { name: t.change, exact: true }).click()
    await expect(dialog).toBeHidden()
    const history = page.getByRole('table', { name: t.history })
    await expect(history).toContainText('Feria de diciembre')
    await expect(history).toContainText('2,400')
    await expectSoundEverywhere(page)
    const [set] = await sql`
      select calls_per_minute, temporary_calls_per_minute, calls_until from merchants where id = ${merchantId}`
    expect(set).toEqual({
      calls_per_minute: null,
      temporary_calls_per_minute: 2_400,
      calls_until: new Date('2100-01-01T04:00:00Z'),
    })

    await page.goto('/operator/policies')
    await page.getByRole('button', { name: t.types.add }).click()
    const added = `Carnet ${language} ${merchantId}`
    await dialog.getByLabel(t.types.name).fill(added)
    await dialog.getByRole('button', { name: t.types.add }).click()
    await expect(dialog).toBeHidden()
    const row = page.getByRole('table', { name: t.types.title }).getByRole('row', { name: added })
    await row.getByRole('button', { name: t.types.retire }).click()
    await dialog.getByRole('button', { name: t.types.retire }).click()
    await expect(dialog).toBeHidden()
    await expect(row).toContainText(language === 'es' ? 'Retirado el' : 'Retired on')
  })

  test(`the operator announces something to come, and takes it back, in ${language}`, async ({ page, sql, enter }) => {
    const t = announcementWords[language]
    await enter(await newOperator(sql, { language }))
    await page.goto('/operator/policies')
    await page.getByRole('link', { name: t.title, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible()
    await page.getByRole('button', { name: t.publish }).click()
    const dialog = dialogOf(page)
    const text = `Mantenimiento ${language} ${Date.now()}`
    await dialog.getByLabel(t.textEs).fill(text)
    await dialog.getByLabel(t.textEn).fill(`Maintenance ${text}`)
    await dialog.getByRole('button', { name: t.publish }).click()
    await expect(dialog.getByText(t.faults.until_missing).first()).toBeVisible()
    // One that is shown would stand above the pages of all tests.
    await dialog.getByLabel(new RegExp(`^${t.from}`)).fill('2099-12-30')
    await dialog.getByLabel(t.until, { exact: true }).fill('2099-12-31')
    await dialog.getByRole('button', { name: t.publish }).click()
    await expect(dialog).toBeHidden()
    const row = page.getByRole('table', { name: t.title }).getByRole('row').filter({ hasText: text })
    await expect(row).toContainText(t.states.waiting)
    await expectSoundEverywhere(page)
    await row.getByRole('button').click()
    await dialog.getByRole('button', { name: t.withdraw, exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(row).toContainText(t.states.withdrawn)
  })

  test.describe('to a browser of that language', () => {
    test.use({ locale: language === 'es' ? 'es-DO' : 'en-US' })
    test(`anybody reads how the service is and what became of an incident, by page and feed, in ${language}`, async ({
      page,
      sql,
    }) => {
      const t = statusWords[language]
      const { id: author } = await newOperator(sql, { language })
      // One that lasts would stand above the pages of all tests.
      const [incident] = await sql<{ id: number }[]>`
        insert into incidents (title_es, title_en, parts, state, resolved_at, created_by)
        values ('Correos demorados', 'Delayed e-mails', '{mails}', 'resolved', now(), ${author}) returning id`
      await sql`insert into incident_updates (incident_id, state, text_es, text_en, created_by)
        values (${incident?.id ?? 0}, 'resolved', 'Ya salen a tiempo', 'They leave in time again', ${author})`
      const answer = await page.goto('/status')
      expect(answer?.status()).toBe(200)
      await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible()
      const told = page.locator(`#incident-${incident?.id}`)
      await expect(told).toContainText(language === 'es' ? 'Correos demorados' : 'Delayed e-mails')
      await expect(told).toContainText(language === 'es' ? 'Ya salen a tiempo' : 'They leave in time again')
      await expectSoundEverywhere(page)
      const feed = await page.request.get(`/status.rss?lang=${language}`)
      expect([feed.status(), feed.headers()['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8'])
      expect(await feed.text()).toContain(`#incident-${incident?.id}`)
    })
  })
}
