import { createPublicKey, randomUUID } from 'node:crypto'
import type { Sql } from '@/db/client'
import type { SeenCall } from '@/lib/certification/seen'
import { certification as en } from '@/lib/messages/en/certification'
import { certificationPlan as planEn } from '@/lib/messages/en/certification-plan'
import { certification as es } from '@/lib/messages/es/certification'
import { certificationPlan as planEs } from '@/lib/messages/es/certification-plan'
import { expectSoundEverywhere } from './fixtures/page-checks'
import { newPerson } from './fixtures/people'
import { expect, portalUrl, test } from './fixtures/test'

/** A run of the certification in the office: started, played, judged as it goes and at its end, and the page of a certificate. */

const words = { es, en }
const plans = { es: planEs, en: planEn }

/** The customer of the first scene, as a call is seen to name them. */
const anybody = { digest: 'ab'.repeat(32), assigned: '01', isOfTest: true }

/** What was seen of a call now, as a process of the API writes it down. */
async function see(sql: Sql, merchantId: number, more: Partial<SeenCall> = {}): Promise<void> {
  const at = Date.now()
  const [run] =
    await sql`select id, api_key_id from certification_runs where merchant_id = ${merchantId} order by id desc limit 1`
  const seen = {
    ...{ id: randomUUID(), requestId: `llamada-${at}`, credential: { kind: 'api_key', id: run?.api_key_id } },
    ...{ operation: 'checkEligibility', method: 'POST', arrivedAt: at, answeredAt: at + 5, status: 200 },
    ...{ userAgent: 'Caja/1.0', sent: { person: anybody }, answered: { isEligible: true }, ...more },
  }
  await sql`insert into certification_calls (merchant_id, run_id, id, arrived_at, seen)
    values (${merchantId}, ${run?.id}, ${seen.id}, ${new Date(at)}, ${JSON.stringify(seen)}::text::json)`
}

/** A certificate of a merchant, valid until a time from now. */
async function certify(sql: Sql, merchantId: number, keyId: number, left: string): Promise<string> {
  const code = `PRUEBA-${randomUUID()}`
  await sql`insert into certification_runs (merchant_id, api_key_id, plan_version, declared, adapter, opened_by, opened_at, ends_at, state,
      ended_at, verdicts, code, evidence, valid_until)
    select ${merchantId}, ${keyId}, 1, '{"apiKeyOnly":true,"noItems":false,"noOffline":false,"processes":1}'::json, 'Caja/2.4', user_id,
      now() - interval '3 hours', now() - interval '2 hours', 'passed', now() - interval '2 hours', '[]'::json, ${code}, '{"signed":true}',
      now() + ${left}::interval
    from merchant_memberships where merchant_id = ${merchantId} limit 1`
  return code
}

for (const language of ['es', 'en'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'es' ? 'es-DO' : 'en-US' })

    test('a run is started, its scenes are played while calls arrive, and its end says what does not pass and why', async ({
      page,
      sql,
      make,
      enter,
    }) => {
      const [t, plan] = [words[language], plans[language]]
      const person = await newPerson(sql, { language })
      await enter(person)
      await page.goto('/portal/certification')
      const main = page.getByRole('main')
      await expect(main.getByText(t.start.none)).toBeVisible()
      await expect(main.getByText(t.runs.empty)).toBeVisible()
      await expectSoundEverywhere(page)

      await make.apiKey(person.merchantId)
      await page.reload()
      await page.getByRole('button', { name: t.start.submit }).click()
      await expect(page.getByRole('combobox')).toBeFocused()
      await page.getByRole('combobox').selectOption({ index: 1 })
      await page.getByLabel(plan.waivers.noOffline).check()
      await expectSoundEverywhere(page)
      await page.getByRole('button', { name: t.start.submit }).click()
      await page.waitForURL(/certification\/\d+$/)
      await expect(main).toContainText('99900000001')
      await expect(main).toContainText('RD$1,025.00')
      await expectSoundEverywhere(page)

      await page.getByRole('button', { name: t.scenes.open, exact: true }).click()
      await expect(main.getByText(t.calls.none)).toBeVisible()
      await see(sql, person.merchantId)
      await see(sql, person.merchantId, {
        operation: 'applyDiscount',
        status: 503,
        code: 'service_unavailable',
        isCut: true,
      })
      // It comes by itself.
      await expect(page.getByRole('table', { name: t.calls.caption })).toContainText('service_unavailable')
      await expect(page.getByRole('table', { name: t.calls.caption })).toContainText(t.calls.cut)
      await expectSoundEverywhere(page)
      await page.getByLabel(plan.attestations.chargedTotal).fill('mucho')
      await page.getByRole('button', { name: t.scenes.close }).click()
      await expect(page.getByLabel(plan.attestations.chargedTotal)).toBeFocused()
      await page.getByLabel(plan.attestations.chargedTotal).fill('922.50')
      await page.getByRole('button', { name: t.scenes.close }).click()
      await expect(main.getByText(`C01: ${plan.outcomes.fail}`)).toBeVisible()

      await page.getByRole('button', { name: t.run.end }).click()
      await expect(main.getByText(t.run.failed)).toBeVisible()
      const checks = page.getByRole('table', { name: t.checks.caption })
      await expect(checks.getByRole('row')).toHaveCount(27)
      const first = checks.getByRole('row').filter({ hasText: 'C01' })
      await expect(first).toContainText(plan.outcomes.fail)
      await expect(first).toContainText(plan.reasons.notApplied)
      await expect(first.getByRole('link').first()).toHaveAttribute('href', /\/portal\/requests\?q=llamada-/)
      await expect(checks.getByRole('row').filter({ hasText: 'C14' })).toContainText(plan.outcomes.not_applicable)
      await expectSoundEverywhere(page)

      await page.getByRole('main').getByRole('link', { name: t.run.back, exact: true }).click()
      await expect(page.getByRole('table', { name: t.runs.caption })).toContainText(t.states.failed)
      await expectSoundEverywhere(page)
    })

    test('a run is void once its adapter calls with another version, and the page that shows it says so', async ({
      page,
      sql,
      make,
      enter,
    }) => {
      const t = words[language]
      const person = await newPerson(sql, { language })
      await make.apiKey(person.merchantId)
      await enter(person)
      await page.goto('/portal/certification')
      await page.getByRole('combobox').selectOption({ index: 1 })
      await page.getByRole('button', { name: t.start.submit }).click()
      await page.waitForURL(/certification\/\d+$/)
      await expect(page.getByRole('button', { name: t.run.end })).toBeVisible()
      await sql`update certification_runs set state = 'void', ended_at = now(), adapter = 'Caja/1.0' where merchant_id = ${person.merchantId}`
      await expect(page.getByText(t.run.void)).toBeVisible()
      await expect(page.getByRole('button', { name: t.run.end })).toHaveCount(0)
      await expectSoundEverywhere(page)
    })

    test('a certificate is shown to whoever has its code, with the merchant’s name and nothing else of it', async ({
      page,
      sql,
      make,
      enter,
    }) => {
      const t = words[language]
      const person = await newPerson(sql, { language })
      const certified = async (left: string) =>
        certify(sql, person.merchantId, (await make.apiKey(person.merchantId)).id, left)
      const valid = await certified('11 months')
      const over = await certified('0 seconds')
      const [merchant] = await sql`select name from merchants where id = ${person.merchantId}`
      await page.goto(`/certificates/${valid}`)
      const main = page.getByRole('main')
      await expect(main).toContainText(String(merchant?.name))
      await expect(main).toContainText('Caja/2.4')
      await expect(main.getByText(t.certificate.states.valid, { exact: true })).toBeVisible()
      await expect(main).not.toContainText(person.name)
      await expectSoundEverywhere(page)
      await page.goto(`/certificates/${over}`)
      await expect(main.getByText(t.certificate.states.expired, { exact: true })).toBeVisible()

      await enter(person)
      await page.goto('/portal/certification')
      await page.getByRole('table', { name: t.runs.caption }).getByRole('link').last().click()
      await expect(page.getByRole('link', { name: t.run.certificate })).toHaveAttribute(
        'href',
        `/certificates/${valid}`,
      )
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: t.run.evidence }).click()
      expect((await download).suggestedFilename()).toMatch(/^aliado-certificado-.+\.json$/)
      await expectSoundEverywhere(page)
    })
  })
}

test('no code but a certificate’s has a page, and the public key is there for who verifies one', async () => {
  const answer = await fetch(`${portalUrl()}/certificates/NADA`)
  expect(answer.status).toBe(404)
  const pem = await fetch(`${portalUrl()}/certificates/key`)
  expect([pem.status, pem.headers.get('content-type')]).toEqual([200, 'application/x-pem-file'])
  expect(createPublicKey(await pem.text()).asymmetricKeyType).toBe('ed25519')
  const jwk = await fetch(`${portalUrl()}/certificates/key`, { headers: { Accept: 'application/json' } })
  expect(await jwk.json()).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA' })
})
