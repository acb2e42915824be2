import { cedulaCheckDigit } from '@/lib/identification/cedula'
import { type ApiKey, newTestIdentification } from '../fixtures/factories'
import { expectAccessible, expectNoSideScroll, expectSoundEverywhere } from './fixtures/page-checks'
import { rows } from './fixtures/page-parts'
import { signIn } from './fixtures/people'
import { expect, type Page, test } from './fixtures/test'
import { tillOf } from './fixtures/till'

/** A company's office: whom it employs, what it grants them, and what they consumed. */

/** What the merchant's till is told of somebody, through the API. */
const eligibility = async (credential: ApiKey, identification: string) =>
  (await tillOf({ credential, person: { identificationTypeId: 1, identification } }).eligibility()).body.value

const toasted = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()

test.describe('the office of a company', () => {
  test('decides at once what the till says, and shows what its people consumed (D57)', async ({
    page,
    make,
    staff,
    sql,
  }) => {
    await make.identificationTypes()
    const [merchant, company] = [await make.merchant(), await make.company()]
    await make.affiliation(company.id, merchant.id)
    const discountId = await make.discount(merchant.id)
    const credential = await make.apiKey(merchant.id)
    const identification = newTestIdentification()
    const said = async () => (await eligibility(credential, identification)).eligible
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))

    await signIn(page, await staff.ofCompany(company.id, { name: 'Rosa Marte' }))
    await page.waitForURL('**/company')
    await expect(page.getByText('Agregue a sus colaboradores')).toBeVisible()
    await expectSoundEverywhere(page)
    await page.setViewportSize({ width: 1280, height: 800 })

    await page.getByRole('link', { name: 'Ir a Colaboradores' }).click()
    await page.getByRole('button', { name: 'Agregar colaborador' }).click()
    await page
      .getByRole('textbox', { name: 'Identificación' })
      .fill(`${identification.slice(0, 3)}-${identification.slice(3)}`)
    await page.getByRole('textbox', { name: 'Nombres' }).fill('Ana María')
    await page.getByRole('button', { name: 'Agregar', exact: true }).click()
    await expect(page.getByText('Escriba los apellidos.').first()).toBeVisible()
    await page.getByRole('textbox', { name: 'Apellidos' }).fill('Pérez Gómez')
    await page.getByRole('button', { name: 'Agregar', exact: true }).click()
    await toasted(page, 'Ana María Pérez Gómez ya puede recibir beneficios')
    await expect(rows(page)).toContainText(['Pérez Gómez, Ana María'])
    await expect(page.getByText(identification)).toHaveCount(0)
    expect(await said()).toBe(false)

    await page.goto('/company/benefits?view=available')
    await page.getByRole('button', { name: 'Otorgar 10 %' }).click()
    await page.getByRole('button', { name: 'Otorgar', exact: true }).last().click()
    await toasted(page, 'Beneficio otorgado: 10 %')
    expect(await eligibility(credential, identification)).toMatchObject({
      eligible: true,
      collaborator: { displayName: 'Ana P.', companyName: company.name },
    })

    const till = tillOf({ discountId, credential, person: { identificationTypeId: 1, identification } })
    const { code } = await till.sell({ purchaseAmount: 1234.56 })
    await page.goto('/company/consumptions')
    await expect(rows(page)).toHaveCount(1)
    for (const text of [code, 'Ana María Pérez Gómez', merchant.name, 'RD$1,234.56', '-RD$123.46', 'RD$1,111.10']) {
      await expect(rows(page)).toContainText(text)
    }
    await expectSoundEverywhere(page)
    await page.setViewportSize({ width: 1280, height: 800 })

    await page.goto('/company/collaborators')
    await page.getByRole('button', { name: 'Acciones de Ana María Pérez Gómez' }).click()
    await page.getByRole('menuitem', { name: 'Desactivar' }).click()
    await page.getByRole('button', { name: 'Desactivar' }).click()
    await toasted(page, 'Ana María Pérez Gómez ya no recibe beneficios')
    expect(await said()).toBe(false)
    await page.getByRole('button', { name: 'Acciones de Ana María Pérez Gómez' }).click()
    await page.getByRole('menuitem', { name: 'Activar' }).click()
    await page.getByRole('button', { name: 'Activar' }).click()
    await toasted(page, 'Ana María Pérez Gómez ya puede recibir beneficios')
    expect(await said()).toBe(true)

    await page.goto('/company/benefits')
    await page.getByRole('button', { name: 'Acciones de 10 %' }).click()
    await page.getByRole('menuitem', { name: 'Retirar' }).click()
    await page.getByRole('button', { name: 'Retirar' }).click()
    await toasted(page, 'Beneficio retirado: 10 %')
    expect(await said()).toBe(false)

    expect(asked.filter((url) => url.includes(identification))).toEqual([])
    const trail =
      await sql`select action from audit_events where company_id = ${company.id} and action not like 'session.%' order by id`
    expect(trail.map(({ action }) => action)).toEqual([
      'collaborator.created',
      'grant.given',
      'collaborator.deactivated',
      'collaborator.activated',
      'grant.withdrawn',
    ])
  })

  test('takes in people from a file once every line of it was seen, and the till knows them at once', async ({
    page,
    make,
    staff,
    enter,
  }) => {
    const { merchant, company, credential } = await make.shop()
    const typeId = await make.collaboratorType(company.id)
    await make.grant(company.id, merchant.id, await make.discount(merchant.id), typeId)
    const [ana, luis] = [newTestIdentification(), newTestIdentification()]
    const file = [
      'Tipo de identificación;Identificación;Nombres;Apellidos;Tipo de colaborador;Correo;Activo',
      `Cédula;${ana};Ana María;Pérez;fijo;ana@caribe.example;sí`,
      `Cédula;${luis};Luis;Rosa;Temporal;;no`,
      `Cédula;${luis.slice(0, 5)}_;Nadie;Nadie;;;`,
      `Cédula;${luis.slice(0, 9)};Eva;Sosa;;;`,
    ].join('\n')
    await enter(await staff.ofCompany(company.id))
    await page.goto('/company/collaborators')
    await page.getByRole('link', { name: 'Importar' }).click()
    await page.waitForURL('**/import')
    await expectSoundEverywhere(page)
    await page.getByLabel('Archivo CSV o Excel').setInputFiles({
      name: 'nómina.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(file),
    })
    await page.getByRole('button', { name: 'Revisar archivo' }).click()
    await page.waitForURL(/\/import\/\d+$/)
    await expect(rows(page)).toHaveCount(4)
    await expect(rows(page).nth(2)).toContainText('La identificación tiene de 1 a 30 letras y números.')
    await expect(page.getByText('Se crea un tipo de colaborador: «Temporal».')).toBeVisible()
    await expect(page.getByText(ana)).toHaveCount(0)
    expect((await eligibility(credential, ana)).eligible).toBe(false)
    await expectSoundEverywhere(page)
    await page.getByRole('link', { name: /^Por revisar/ }).click()
    await expect(rows(page).last()).toContainText('Tiene menos de 11 cifras. ¿Perdió los ceros del inicio?')
    await expect(rows(page).filter({ hasText: 'Nadie' })).toHaveCount(0)
    await expectSoundEverywhere(page)
    await page.getByRole('button', { name: 'Aplicar 3 cambios' }).click()
    await page.waitForURL('**/company/collaborators?added=today')
    await expect(rows(page)).toContainText(['Pérez, Ana María', 'Rosa, Luis', 'Sosa, Eva'])
    expect((await eligibility(credential, ana)).eligible).toBe(true)
    expect((await eligibility(credential, luis)).eligible).toBe(false)

    // One by one, a cédula that is probably none is pointed out, and added all the same (D23).
    const ten = newTestIdentification().slice(0, 10)
    await page.getByRole('button', { name: 'Agregar colaborador' }).click()
    const field = page.getByRole('textbox', { name: 'Identificación' })
    const mismatch = page.getByText('El dígito verificador no coincide')
    await field.fill(`${ten}${(cedulaCheckDigit(ten) + 1) % 10}`)
    await field.blur()
    await expect(mismatch).toBeVisible()
    await expect(field).toHaveAccessibleDescription(/El dígito verificador no coincide/)
    await expectSoundEverywhere(page)
    await field.fill(`${ten.slice(0, 3)}-${ten.slice(3)}-${cedulaCheckDigit(ten)}`)
    await expect(mismatch).toHaveCount(0)
    await field.fill(`${ten}${(cedulaCheckDigit(ten) + 1) % 10}`)
    await expect(mismatch).toBeVisible()
    await page.getByLabel('Nombres').fill('Leo')
    await page.getByLabel('Apellidos').fill('Mota')
    await page.getByRole('button', { name: 'Agregar', exact: true }).click()
    await expect(rows(page)).toContainText(['Mota, Leo'])
  })

  for (const look of [
    {
      language: 'es',
      viewport: { width: 1280, height: 800 },
      file: 'Archivo CSV o Excel',
      review: 'Revisar archivo',
      apply: 'Aplicar 3 cambios',
      grant: 'Otorgar beneficios',
      grantAll: 'Otorgar a todo el equipo',
      granted: '2 beneficios otorgados a todo el equipo',
      many: 'Invitar a 2 personas',
      sendMany: 'Enviar invitaciones',
      sent: '2 invitaciones enviadas',
      again: 'Invitar de nuevo',
      sendAgain: 'Enviar otra invitación',
      refused: 'ya se le envió hoy',
    },
    {
      language: 'en',
      viewport: { width: 360, height: 640 },
      file: 'CSV or Excel file',
      review: 'Review file',
      apply: 'Apply 3 changes',
      grant: 'Grant benefits',
      grantAll: 'Grant to the whole team',
      granted: '2 benefits granted to the whole team',
      many: 'Invite 2 people',
      sendMany: 'Send invitations',
      sent: '2 invitations sent',
      again: 'Invite again',
      sendAgain: 'Send another invitation',
      refused: 'already sent',
    },
  ] as const) {
    test(`leads from a file of people to their benefits and their invitations, ${look.language}`, async ({
      page,
      make,
      staff,
      sql,
      enter,
    }) => {
      const { credential, merchant } = await make.shop()
      const company = await make.company()
      await make.affiliation(company.id, merchant.id)
      await make.discount(merchant.id)
      const [ana, luis, eva] = [newTestIdentification(), newTestIdentification(), newTestIdentification()]
      const file = [
        'Tipo de identificación,Identificación,Nombres,Apellidos,Correo',
        `Cédula,${ana},Ana,Pérez,ana.${company.id}@caribe.example`,
        `Cédula,${luis},Luis,Rosa,luis.${company.id}@caribe.example`,
        `Cédula,${eva},Eva,Sosa,`,
      ].join('\n')
      await page.setViewportSize(look.viewport)
      await enter(await staff.ofCompany(company.id, { language: look.language }))
      await page.goto('/company/collaborators/import')
      await page
        .getByLabel(look.file)
        .setInputFiles({ name: 'nómina.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
      await page.getByRole('button', { name: look.review }).click()
      await page.getByRole('button', { name: look.apply }).click()
      await page.waitForURL('**/company/collaborators?added=today')
      await expectSoundEverywhere(page)
      await page.setViewportSize(look.viewport)

      await page.getByRole('button', { name: look.grant }).click()
      await expectAccessible(page)
      await page.getByRole('button', { name: look.grantAll }).click()
      await expect(page.getByText(look.granted).first()).toBeVisible()
      await expect(page.getByRole('button', { name: look.grant })).toHaveCount(0)
      for (const one of [ana, luis, eva]) expect((await eligibility(credential, one)).eligible).toBe(true)

      await page.getByRole('button', { name: look.many }).click()
      await expectAccessible(page)
      await page.getByRole('button', { name: look.sendMany }).click()
      await expect(page.getByText(look.sent).first()).toBeVisible()
      await expect(page.getByRole('button', { name: look.many })).toHaveCount(0)
      const mails = await sql`select m.kind from mails m join collaborators c on c.email = m.recipient
        where c.company_id = ${company.id} order by m.id`
      expect(mails.map(({ kind }) => kind)).toEqual(['benefits_invitation', 'benefits_invitation'])
      await expectSoundEverywhere(page)

      // A second invitation is asked for on purpose, and not on the same day.
      const [person] = await sql`select id from collaborators where company_id = ${company.id} and first_name = 'Ana'`
      await page.goto(`/company/collaborators/${person?.id}`)
      await page.getByRole('button', { name: look.again }).click()
      await page.getByRole('button', { name: look.sendAgain }).click()
      await expect(page.getByText(look.refused).first()).toBeVisible()
      await page.keyboard.press('Escape')
      await expectSoundEverywhere(page)
    })
  }

  test('finds somebody by their identification, which stands in no address, and shows it to who asks (D32)', async ({
    page,
    make,
    staff,
    sql,
    enter,
  }) => {
    await make.identificationTypes()
    const company = await make.company()
    const person = await make.person(company.id)
    const other = await make.person((await make.company()).id)
    await enter(await staff.ofCompany(company.id))
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))

    await page.goto('/company/collaborators')
    const search = page.getByRole('searchbox')
    await search.fill(person.identification)
    await search.press('Enter')
    expect(await search.evaluate((input: HTMLInputElement) => input.validity.patternMismatch)).toBe(true)
    expect(page.url()).not.toContain(person.identification)

    await page.getByRole('button', { name: 'Buscar por identificación' }).click()
    const field = page.getByRole('textbox', { name: 'Identificación' })
    await field.fill(other.identification)
    await page.getByRole('button', { name: 'Buscar', exact: true }).click()
    await expect(page.getByText('Nadie en su empresa tiene esa identificación').first()).toBeVisible()
    await field.fill(person.identification)
    await page.getByRole('button', { name: 'Buscar', exact: true }).click()
    await page.waitForURL(`**/company/collaborators/${person.id}`)
    await expect(page.getByText(person.identification)).toHaveCount(0)
    await page.getByRole('button', { name: 'Mostrar' }).click()
    await expect(page.getByText(person.identification)).toBeVisible()
    expect(asked.filter((url) => url.includes(person.identification))).toEqual([])
    const [seen] = await sql`select details::text as text from audit_events where company_id = ${company.id}
      and action = 'collaborator.revealed' and subject_id = ${String(person.id)}`
    expect(seen?.text).toContain('Ana María')
    await expectSoundEverywhere(page)
  })

  test('reads English on a phone, from end to end', async ({ page, make, staff, enter }) => {
    await make.identificationTypes()
    const [merchant, company] = [await make.merchant(), await make.company()]
    await make.affiliation(company.id, merchant.id)
    const typeId = await make.collaboratorType(company.id)
    await make.person(company.id, { typeId })
    const discountId = await make.discount(merchant.id, { minimumPurchase: '500.00', usesPerCollaboratorPerDay: 2 })
    await make.grant(company.id, merchant.id, discountId, typeId)
    await page.setViewportSize({ width: 360, height: 640 })
    await enter(await staff.ofCompany(company.id, { language: 'en' }))
    for (const [path, text] of [
      ['/company', 'Active collaborators'],
      ['/company', 'No data for yesterday at this time'],
      ['/company/collaborators', 'Collaborators'],
      ['/company/collaborators/types', 'Collaborator types'],
      ['/company/benefits', 'Fijo'],
      ['/company/merchants', 'Affiliated merchants'],
      [`/company/merchants/${merchant.id}`, 'End the affiliation'],
      ['/company/consumptions', 'No consumptions in the last 30 days yet'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
      await expectNoSideScroll(page)
      await expectAccessible(page)
    }
    await page.goto('/company/benefits')
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Change' }).click()
    await expect(page.getByRole('checkbox', { name: 'Fijo' })).toBeChecked()
    await expect(page.getByRole('dialog')).toContainText('minimum purchase RD$500.00 · 2 times a day')
    await expectNoSideScroll(page)
    await expectAccessible(page)
  })

  test('shows only the sections that its reader may open, and turns to their merchant and back', async ({
    page,
    make,
    staff,
    enter,
  }) => {
    const [merchant, company] = [await make.merchant(), await make.company()]
    const rosa = await staff.ofCompany(company.id, { permissions: ['company.consumptions.read'] })
    await staff.join(rosa, merchant.id, ['merchant.team.manage'])
    await enter(rosa)
    await page.goto('/company')
    const sections = page.getByRole('navigation', { name: 'Secciones' })
    await expect(sections.getByRole('link')).toHaveText(['Inicio', 'Consumos'])
    await page.goto('/company/collaborators')
    await expect(page.getByText('Le falta un permiso')).toBeVisible()
    const switcher = page.getByRole('button', { name: /^Cambiar de oficina/ })
    await switcher.click()
    await expectAccessible(page)
    await page.getByRole('menuitemradio', { name: merchant.name }).click()
    await page.waitForURL('**/portal')
    await switcher.click()
    await page.getByRole('menuitemradio', { name: company.name }).click()
    await page.waitForURL('**/company')
    await expect(switcher).toContainText(company.name)
  })
})
