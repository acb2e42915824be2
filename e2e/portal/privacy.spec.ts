import { readFileSync } from 'node:fs'
import { readPdf } from '../fixtures/pdf'
import { expectAccessible, expectSoundEverywhere } from './fixtures/page-checks'
import { dialogOf } from './fixtures/page-parts'
import { codeNow, newOperator } from './fixtures/people'
import { expect, test } from './fixtures/test'
import { tillOf } from './fixtures/till'

/** What a person asks of their data, from the search to the answer (Ley 172-13, ADR-0065). */

test('a correction is asked of the company, which makes it, and the case is answered', async ({
  page,
  make,
  staff,
  sql,
  enter,
  pageOf,
}) => {
  const { company, person } = await make.market()
  const hr = await staff.ofCompany(company.id)
  await enter(await newOperator(sql))
  await page.goto('/operator/privacy')
  await expectSoundEverywhere(page)
  await page.getByRole('button', { name: 'Buscar a una persona' }).click()
  const search = dialogOf(page)
  await search.getByLabel('Tipo de identificación').selectOption({ label: 'Cédula' })
  await search.getByLabel('Identificación', { exact: true }).fill(person.identification)
  await search.getByRole('button', { name: 'Buscar' }).click()
  await expect(search.getByText(`${company.name} · registro ${person.id}`)).toBeVisible()
  await search.getByLabel('Qué pide').selectOption('rectification')
  await search.getByLabel('Cómo responderle').fill('809-555-0134')
  await expectAccessible(page)
  await search.getByRole('button', { name: 'Abrir el caso' }).click()
  await page.waitForURL(/\/operator\/privacy\/\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: /Rectificación/ })).toBeVisible()
  await expect(page.getByText('809-555-0134')).toBeVisible()
  expect(await page.content()).not.toContain(person.identification)

  await page.getByRole('button', { name: `Pedir corrección a ${company.name}` }).click()
  await dialogOf(page).getByLabel('Qué hay que corregir').fill('Su apellido es Peña')
  await dialogOf(page).getByRole('button', { name: 'Pedir la corrección' }).click()
  await expect(page.getByText('Sin cambios desde entonces')).toBeVisible()
  await expectSoundEverywhere(page)

  const theirs = await pageOf(hr)
  await theirs.goto(`/company/collaborators/${person.id}`)
  await expect(theirs.getByText('Su apellido es Peña')).toBeVisible()
  await expectSoundEverywhere(theirs)
  await sql`update collaborators set last_name = 'Peña' where id = ${person.id}`
  await theirs.reload()
  await expect(theirs.getByText('Su apellido es Peña')).toHaveCount(0)
  await theirs.goto('/company/activity')
  await expect(theirs.getByText('Pedido de corregir un dato de un colaborador')).toBeVisible()

  await page.reload()
  await expect(page.getByText(/^Cambió el/)).toBeVisible()
  await page.getByRole('button', { name: 'Responder' }).click()
  await dialogOf(page).getByLabel('Qué se respondió').fill('La empresa ya lo corrigió.')
  await dialogOf(page).getByRole('button', { name: 'Terminar el caso' }).click()
  await expect(page.getByText('La empresa ya lo corrigió.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Responder' })).toHaveCount(0)
})

test('an erasure is proposed with its effect in view, and carried out by another person', async ({
  page,
  make,
  sql,
  enter,
  pageOf,
}) => {
  const { company, person } = await make.market()
  const operator = await newOperator(sql)
  const [opened] = await sql`
    insert into privacy_cases (kind, contact, received_on, due_on, opened_by)
    values ('cancellation', 'ana@example.com', '2026-11-23', '2026-12-07', ${operator.id}) returning id`
  await sql`insert into privacy_case_people (case_id, collaborator_id) values (${opened?.id}, ${person.id})`
  await enter(operator)
  await page.goto(`/operator/privacy/${opened?.id}`)
  await page.getByRole('button', { name: 'Proponer el borrado' }).click()
  await expect(dialogOf(page)).toContainText('tienen 24 horas para aprobar o rechazar')
  await expect(dialogOf(page).getByText('Su registro en 1 empresa queda para siempre sin nombre')).toBeVisible()
  await expectAccessible(page)
  await dialogOf(page).getByRole('button', { name: 'Proponer' }).click()
  await expect(page.getByRole('table', { name: 'Borrado' })).toContainText('En espera')
  await expectSoundEverywhere(page)

  const second = await pageOf(await newOperator(sql))
  await second.goto('/operator/approvals')
  await second.getByRole('button', { name: new RegExp(`^Aprobar: .*${person.id} \\(${company.name}\\)`) }).click()
  await dialogOf(second).getByRole('button', { name: 'Aprobar' }).click()
  await expect(second.getByText('Aprobada y hecha')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('table', { name: 'Borrado' })).toContainText('Aprobada')
  await expect(page.getByRole('heading', { level: 3, name: 'Persona eliminada' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Proponer el borrado' })).toHaveCount(0)
})

test.describe('while there is one person in the operator', () => {
  test.use({ alone: true })

  test('a proposal says that nobody can approve it, or that it is done at once', async ({ page, make, sql, enter }) => {
    const { person } = await make.market()
    const others = await sql<{ id: string }[]>`
      update users set disabled_at = now()
      where disabled_at is null and id in (select user_id from operator_memberships) returning id`
    const operator = await enter(await newOperator(sql))
    const [opened] = await sql`
      insert into privacy_cases (kind, contact, received_on, due_on, opened_by)
      values ('cancellation', 'ana@example.com', '2026-11-23', '2026-12-07', ${operator.id}) returning id`
    await sql`insert into privacy_case_people (case_id, collaborator_id) values (${opened?.id}, ${person.id})`
    const propose = page.getByRole('button', { name: 'Proponer el borrado' })
    await page.goto(`/operator/privacy/${opened?.id}`)
    await propose.click()
    await expect(dialogOf(page)).toContainText('mientras sea así nadie puede aprobarlo')
    await page.goto('/operator/approvals')
    await page.getByRole('button', { name: 'Desactivar' }).click()
    await dialogOf(page).getByLabel('Motivo').fill('Soy la única persona')
    await dialogOf(page).getByRole('button', { name: 'Desactivar' }).click()
    await expect(page.getByText('Los cuatro ojos están desactivados', { exact: true })).toBeVisible()
    await page.goto(`/operator/privacy/${opened?.id}`)
    await propose.click()
    await expect(dialogOf(page)).toContainText('se hace al instante')
    await expect(dialogOf(page)).not.toContainText('reciben un correo')
    await dialogOf(page).getByRole('button', { name: 'Proponer' }).click()
    await expect(page.getByRole('table', { name: 'Borrado' })).toContainText('Hecha a solas')
    await sql`update users set disabled_at = null where id = any(${others.map(({ id }) => id)})`
  })
})

test('what is held of a person is proposed for export, approved by another, and given to these two alone, with a fresh code', async ({
  page,
  make,
  sql,
  enter,
  pageOf,
}) => {
  const { company, person, credential, discountId } = await make.shop({ type: 'PCT', value: '10' })
  const sale = await tillOf({ credential, person, discountId }).sell({ purchaseAmount: 1234.56 })
  const [one, two, three] = [await newOperator(sql), await newOperator(sql), await newOperator(sql)]
  const [opened] = await sql`
    insert into privacy_cases (kind, contact, received_on, due_on, opened_by)
    values ('access', 'ana@example.com', '2026-11-23', '2026-11-30', ${one.id}) returning id`
  await sql`insert into privacy_case_people (case_id, collaborator_id) values (${opened?.id}, ${person.id})`
  const path = `/operator/privacy/${opened?.id}`
  await enter(one)
  await page.goto(path)
  await page.getByRole('button', { name: 'Proponer la exportación' }).click()
  await expect(dialogOf(page).getByText('durante 24 horas desde la aprobación')).toBeVisible()
  await expectAccessible(page)
  await dialogOf(page).getByRole('button', { name: 'Proponer' }).click()
  const exports = page.getByRole('table', { name: 'Exportación' })
  await expect(exports).toContainText('En espera')
  await expect(exports.getByRole('link')).toHaveCount(0)

  const second = await pageOf(two)
  await second.goto('/operator/approvals')
  await second.getByRole('button', { name: new RegExp(`^Aprobar: .*${person.id} \\(${company.name}\\)`) }).click()
  await dialogOf(second).getByRole('button', { name: 'Aprobar' }).click()
  await expect(second.getByText('Aprobada y hecha')).toBeVisible()
  await second.goto(path)
  await expect(second.getByRole('link', { name: 'Descargar PDF' })).toBeVisible()

  await page.reload()
  await expect(exports).toContainText(/Hasta el \d/)
  await expectSoundEverywhere(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    exports.getByRole('link', { name: 'Descargar PDF' }).click(),
  ])
  const paper = readFileSync(await file.path())
  expect(paper.subarray(0, 5).toString()).toBe('%PDF-')
  const said = (await readPdf(paper)).pages.join(' ')
  for (const text of [person.identification, '1,111.10']) expect(said).toContain(text)

  const href = String(await exports.getByRole('link', { name: 'Descargar JSON' }).getAttribute('href'))
  const json = await page.request.get(href)
  expect(json.headers()['content-disposition']).toMatch(/^attachment; filename="datos-personales-\d+\.json"$/)
  expect((await json.json()).people).toMatchObject([
    {
      ...{ collaboratorId: person.id, companyName: company.name, identification: person.identification },
      consumptions: [{ code: sale.code, purchase: 1234.56, discounted: 123.46, final: 1111.1 }],
    },
  ])

  const third = await pageOf(three)
  await third.goto(path)
  await expect(third.getByRole('table', { name: 'Exportación' })).toContainText('Aprobada')
  await expect(third.getByRole('link', { name: /^Descargar/ })).toHaveCount(0)
  const refused = await third.request.get(href)
  expect(refused.status()).toBe(404)
  expect(await refused.text()).not.toContain(person.identification)
  expect((await page.request.get(href.replace(path, `/operator/privacy/${Number(opened?.id) + 1}`))).status()).toBe(404)

  await sql`update sessions set second_step_at = now() - interval '6 minutes' where user_id = ${one.id}`
  const stale = await page.request.get(href, { maxRedirects: 0 })
  expect([stale.status(), stale.headers().location]).toEqual([307, path])
  await page.goto(href)
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect(exports.getByRole('link')).toHaveCount(0)
  await exports.getByRole('button', { name: 'Descargar…' }).click()
  await expectAccessible(page)
  await dialogOf(page)
    .locator('input[name=stepUpCode]')
    .fill(codeNow(one.secret ?? ''))
  await dialogOf(page).getByRole('button', { name: 'Continuar' }).click()
  await expect(exports.getByRole('link', { name: 'Descargar PDF' })).toBeVisible()

  const downloads = await sql`select user_id as "userId", details from audit_events
    where action = 'person.downloaded' and outcome = 'done' and subject_id = ${href.split('/').at(-2) ?? ''} order by id`
  expect(downloads).toEqual(
    ['pdf', 'json'].map((format) => ({ userId: one.id, details: { people: [person.id], format } })),
  )
})

test('nothing is held of somebody, which is an answer too; what is kept and for how long is a page, in English on a phone', async ({
  page,
  make,
  sql,
  enter,
}) => {
  await make.identificationTypes()
  await enter(await newOperator(sql, { language: 'en' }))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/operator/privacy')
  await page.getByRole('button', { name: 'Search for a person' }).click()
  const search = dialogOf(page)
  await search.getByLabel('Identification type').selectOption({ index: 1 })
  await search.getByLabel('Identification', { exact: true }).fill('00000000000')
  await search.getByRole('button', { name: 'Search' }).click()
  await expect(search.getByText('Nothing is held with that identification')).toBeVisible()
  await search.getByRole('button', { name: 'Open the case' }).click()
  await expect(search.getByText(/how to answer them/).first()).toBeVisible()
  await search.getByLabel('Request').selectOption('access')
  await search.getByRole('textbox', { name: 'How to answer them' }).fill('ana@example.com')
  await search.getByRole('button', { name: 'Open the case' }).click()
  await page.waitForURL(/\/operator\/privacy\/\d+$/)
  await expect(page.getByText('Nothing is held about this person')).toBeVisible()
  await expectSoundEverywhere(page)
  await page.goto('/operator/privacy/retention')
  await expect(page.getByText('privacy_cases')).toBeVisible()
  await expectSoundEverywhere(page)
})
