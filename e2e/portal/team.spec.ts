import { merchantPermissions } from '@/lib/accounts/permissions'
import { expectSoundEverywhere } from './fixtures/page-checks'
import { codeNow } from './fixtures/people'
import { expect, type Page, test } from './fixtures/test'

/** Who manages a team changes what its members may, at the members' next click. */

const path = '/portal/team'

async function openActions(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: action }).click()
  // The menu fades out over the page: what is judged next is the page without it.
  await expect(page.getByRole('menu')).toHaveCount(0)
}

test.describe('the team', () => {
  test('has its permissions changed by a role, from the member’s next click on, and loses who is taken out', async ({
    page,
    staff,
    sql,
    office,
    pageOf,
  }) => {
    const { merchant } = await office({ name: 'Ana Peña' })
    const luis = await staff.member(merchant.id, { name: 'Luis Rosa' })
    const his = await pageOf(luis)
    await his.goto('/portal')
    await expect(his.getByRole('link', { name: 'Integraciones' }).first()).toBeVisible()

    await page.goto(path)
    await openActions(page, 'Acciones de Luis Rosa', 'Cambiar permisos')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Administración')).toBeChecked()
    await dialog.getByLabel('Caja y consumos').check()
    await dialog.getByRole('button', { name: 'Guardar permisos' }).click()
    await expect(page.getByText('Permisos de Luis Rosa guardados')).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: 'Luis Rosa' })
    await expect(row).toContainText('Caja y consumos')
    await expect(page.getByText('Única persona que administra el equipo')).toBeVisible()

    await his.getByRole('navigation').getByRole('link', { name: 'Integraciones' }).first().click()
    await expect(his.getByText('Le falta un permiso').or(his.getByText('Le hace falta un permiso'))).toBeVisible()
    await his.goto('/portal')
    await expect(his.getByRole('navigation').getByRole('link', { name: 'Integraciones' })).toHaveCount(0)

    await openActions(page, 'Acciones de Luis Rosa', 'Sacar del equipo')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sacar del equipo' }).click()
    await expect(page.getByText('Luis Rosa ya no es parte del equipo')).toBeVisible()
    await expect(row).toHaveCount(0)
    await his.goto('/portal/companies')
    await expect(his.getByText('Todavía no pertenece a un comercio')).toBeVisible()

    const mails = await sql`select kind from mails where recipient = ${luis.email} order by id`
    expect(mails.map(({ kind }) => kind)).toEqual(['membership_changed', 'membership_removed'])
    await page.goto('/portal/activity?kind=team')
    await expect(page.getByRole('table')).toContainText('Salida del equipo')
    await expect(page.getByRole('table')).toContainText('Cambio de permisos en el equipo')
    await expect(page.getByRole('table')).toContainText(/Perdió: .*Administrar el equipo/)
  })

  test('is changed one permission at a time too, after a fresh code, and never loses its last manager', async ({
    page,
    sql,
    office,
  }) => {
    const { ana } = await office({ name: 'Ana Peña', language: 'en' })
    await sql`update sessions set second_step_at = now() - interval '6 minutes' where user_id = ${ana.id}`
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto(path)
    await openActions(page, 'Actions for Ana Peña', 'Change permissions')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Custom').check()
    await expectSoundEverywhere(page)
    await page.setViewportSize({ width: 360, height: 640 })
    await dialog.getByLabel('Manage the team').uncheck()
    await dialog.getByRole('button', { name: 'Save permissions' }).click()
    await expect(dialog.getByRole('alert').first()).toContainText('code')
    await dialog.getByLabel('Verification code').fill(codeNow(ana.secret ?? ''))
    await dialog.getByRole('button', { name: 'Save permissions' }).click()
    await expect(dialog.getByRole('alert').first()).toContainText('the only person who manages the team')
    await dialog.getByLabel('Manage the team').check()
    await dialog.getByLabel('Manage the catalog').uncheck()
    await dialog.getByRole('button', { name: 'Save permissions' }).click()
    await expect(page.getByText('Permissions for Ana Peña saved')).toBeVisible()
    await page.getByRole('button', { name: 'Actions for Ana Peña' }).click()
    await expect(page.getByRole('menuitem', { name: 'Leave the team' })).toHaveAttribute('aria-disabled', 'true')
    const [row] = await sql`select permissions from merchant_memberships where user_id = ${ana.id}`
    expect(row?.permissions).toHaveLength(merchantPermissions.length - 1)
  })

  test('gives no role beyond what its giver holds', async ({ page, staff, office }) => {
    const { merchant } = await office({
      permissions: ['merchant.team.manage', 'merchant.consumptions.read', 'merchant.redemptions.make'],
    })
    await staff.member(merchant.id, { name: 'Luis Rosa', permissions: ['merchant.integrations.manage'] })
    await staff.member(merchant.id, { name: 'Eva Ruiz' })
    await page.goto(path)
    await openActions(page, 'Acciones de Luis Rosa', 'Cambiar permisos')
    const dialog = page.getByRole('dialog')
    for (const role of ['Administración', 'Mercadeo', 'Catálogo'])
      await expect(dialog.getByRole('radio', { name: role })).toBeDisabled()
    // What he holds already, and what she may give.
    for (const role of ['Integraciones', 'Caja y consumos'])
      await expect(dialog.getByRole('radio', { name: role })).toBeEnabled()
    await expect(dialog.getByLabel('Personalizado')).toBeChecked()
    await expect(dialog.getByLabel('Administrar el catálogo')).toBeDisabled()
    await expectSoundEverywhere(page)
  })

  for (const words of [
    {
      language: 'es',
      unheld: 'Nadie tiene ahora este permiso: Administrar el catálogo',
      onlyHolder: 'Única persona con: Administrar claves de API y clientes OAuth',
      actions: 'Acciones de Luis Rosa',
      change: 'Cambiar permisos',
      remove: 'Sacar del equipo',
      integrations: 'Administrar claves de API y clientes OAuth',
      keeps: 'no puede quitárselo',
      takes: 'Caja y consumos',
      custom: 'Personalizado',
      catalog: 'Administrar el catálogo',
      nobodys: 'Nadie lo tiene ahora',
      code: 'Código de verificación',
      save: 'Guardar permisos',
      saved: 'Permisos de Luis Rosa guardados',
      restored: 'Nadie lo tenía: Administrar el catálogo',
    },
    {
      language: 'en',
      unheld: 'No one has this permission now: Manage the catalog',
      onlyHolder: 'The only person with: Manage API keys and OAuth clients',
      actions: 'Actions for Luis Rosa',
      change: 'Change permissions',
      remove: 'Remove from the team',
      integrations: 'Manage API keys and OAuth clients',
      keeps: 'you cannot remove it',
      takes: 'Till and consumptions',
      custom: 'Custom',
      catalog: 'Manage the catalog',
      nobodys: 'No one has it now',
      code: 'Verification code',
      save: 'Save permissions',
      saved: 'Permissions for Luis Rosa saved',
      restored: 'No one had it: Manage the catalog',
    },
  ] as const)
    test(`gives again what nobody holds, and leaves its last holder what its manager lacks (${words.language})`, async ({
      page,
      sql,
      staff,
      office,
    }) => {
      const { merchant, ana } = await office({
        name: 'Ana Peña',
        language: words.language,
        permissions: [
          'merchant.team.manage',
          'merchant.consumptions.read',
          'merchant.closings.manage',
          'merchant.discounts.manage',
          'merchant.redemptions.make',
        ],
      })
      const luis = await staff.member(merchant.id, {
        name: 'Luis Rosa',
        permissions: ['merchant.integrations.manage', 'merchant.consumptions.read'],
      })
      await sql`update sessions set second_step_at = now() - interval '6 minutes' where user_id = ${ana.id}`
      await page.goto(path)
      await expect(page.getByText(words.unheld)).toBeVisible()
      const row = page.getByRole('row').filter({ hasText: 'Luis Rosa' })
      await expect(row).toContainText(words.onlyHolder)
      await page.getByRole('button', { name: words.actions }).click()
      await expect(page.getByRole('menuitem', { name: words.remove })).toHaveAttribute('aria-disabled', 'true')
      await page.getByRole('menuitem', { name: words.change }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('radio', { name: words.takes })).toBeDisabled()
      await dialog.getByRole('radio', { name: words.custom }).check()
      const integrations = dialog.getByRole('checkbox', { name: words.integrations })
      await expect(integrations).toBeDisabled()
      await expect(integrations).toBeChecked()
      await expect(dialog.getByText(words.keeps)).toBeVisible()
      await expect(dialog.getByText(words.nobodys)).toBeVisible()
      await dialog.getByRole('checkbox', { name: words.catalog }).check()
      await expectSoundEverywhere(page)
      await dialog.getByLabel(words.code).fill(codeNow(ana.secret ?? ''))
      await dialog.getByRole('button', { name: words.save }).click()
      await expect(page.getByText(words.saved)).toBeVisible()
      await expect(page.getByText(words.unheld)).toHaveCount(0)
      const [held] = await sql`select permissions from merchant_memberships where user_id = ${luis.id}`
      expect(held?.permissions).toEqual([
        'merchant.integrations.manage',
        'merchant.consumptions.read',
        'merchant.catalog.manage',
      ])
      await page.goto('/portal/activity?kind=team')
      await expect(page.getByRole('table')).toContainText(words.restored)
    })

  for (const words of [
    {
      language: 'es',
      size: { width: 1280, height: 800 },
      group: 'Cuenta',
      invite: 'Invitar',
      email: 'Correo',
      accounting: 'Contabilidad',
      people: 'Gestión humana',
      send: 'Enviar invitación',
      sent: 'Invitación enviada',
      withdraw: /Retirar la invitación a /,
      withdrawn: 'Invitación retirada',
      actions: 'Acciones de Luis Rosa',
      change: 'Cambiar permisos',
      save: 'Guardar permisos',
      saved: 'Permisos de Luis Rosa guardados',
      remove: 'Sacar del equipo',
      office: 'la oficina de esta empresa',
      removed: 'Luis Rosa ya no es parte del equipo',
      mine: 'Acciones de Ana Peña',
      leave: 'Salir del equipo',
      done: [
        'Salida del equipo',
        'Cambio de permisos en el equipo',
        'Retiro de una invitación',
        'Invitación al equipo',
      ],
      taken: 'Perdió: Administrar los colaboradores, Administrar los beneficios y Administrar el equipo',
      none: 'Todavía no pertenece a una empresa',
    },
    {
      language: 'en',
      size: { width: 360, height: 640 },
      group: 'Account',
      invite: 'Invite',
      email: 'Email',
      accounting: 'Accounting',
      people: 'Human resources',
      send: 'Send invitation',
      sent: 'Invitation sent',
      withdraw: /Withdraw the invitation to /,
      withdrawn: 'Invitation withdrawn',
      actions: 'Actions for Luis Rosa',
      change: 'Change permissions',
      save: 'Save permissions',
      saved: 'Permissions for Luis Rosa saved',
      remove: 'Remove from the team',
      office: 'this company’s office',
      removed: 'Luis Rosa is no longer on the team',
      mine: 'Actions for Ana Peña',
      leave: 'Leave the team',
      done: ['Removed from the team', 'Team permissions changed', 'Invitation withdrawn', 'Team invitation sent'],
      taken: 'Removed: Manage the collaborators, Manage the benefits, and Manage the team',
      none: 'You are not part of a company yet',
    },
  ] as const)
    test(`of a company is invited, changed and left likewise, and its trail tells it (${words.language})`, async ({
      page,
      make,
      staff,
      enter,
      pageOf,
      sql,
    }) => {
      const { language, size } = words
      const company = await make.company()
      await enter(await staff.ofCompany(company.id, { name: 'Ana Peña', language }))
      const luis = await staff.ofCompany(company.id, { name: 'Luis Rosa', language })
      const his = await pageOf(luis)
      await his.goto('/company/team')
      await expect(his.getByRole('heading', { level: 1 })).toBeVisible()

      await page.goto('/company/team')
      await expect(page.getByRole('navigation').getByText(words.group, { exact: true })).toBeVisible()
      await expectSoundEverywhere(page)
      await page.setViewportSize(size)
      await page.getByRole('button', { name: words.invite, exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(words.email, { exact: true }).fill(`nueva.${company.id}@caribe.example`)
      await dialog.getByLabel(words.people).check()
      await dialog.getByRole('button', { name: words.send }).click()
      await expect(page.getByText(words.sent)).toBeVisible()
      await page.getByRole('button', { name: words.withdraw }).click()
      await expect(page.getByText(words.withdrawn)).toBeVisible()

      await openActions(page, words.actions, words.change)
      await dialog.getByLabel(words.accounting).check()
      await expectSoundEverywhere(page)
      await page.setViewportSize(size)
      await dialog.getByRole('button', { name: words.save }).click()
      await expect(page.getByText(words.saved)).toBeVisible()
      // From his next page on.
      await his.reload()
      await expect(his.getByText('Ana Peña')).toHaveCount(0)
      const [row] = await sql`select permissions from company_memberships where user_id = ${luis.id}`
      expect(row?.permissions).toEqual(['company.consumptions.read'])

      await openActions(page, words.actions, words.remove)
      await expect(page.getByRole('alertdialog')).toContainText(words.office)
      await page.getByRole('alertdialog').getByRole('button', { name: words.remove }).click()
      await expect(page.getByText(words.removed)).toBeVisible()
      await his.reload()
      await expect(his.getByText(words.none)).toBeVisible()
      await page.getByRole('button', { name: words.mine }).click()
      await expect(page.getByRole('menuitem', { name: words.leave })).toHaveAttribute('aria-disabled', 'true')

      await page.goto('/company/activity?kind=team')
      await page.setViewportSize({ width: 1280, height: 800 })
      const heads = page.getByRole('rowheader')
      await expect(heads).toHaveCount(words.done.length)
      for (const [n, done] of words.done.entries()) await expect(heads.nth(n)).toContainText(done)
      await expect(heads.nth(1)).toContainText(words.taken)
      await expectSoundEverywhere(page)
      const mails = await sql`select kind from mails where recipient = ${luis.email} order by id`
      expect(mails.map(({ kind }) => kind)).toEqual(['membership_changed', 'membership_removed'])
    })
})
