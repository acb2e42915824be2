import { canary } from '../fixtures/canaries'
import { mailedPath } from './fixtures/outbox'
import { codeNow, forgetUsedCodes, givePassword, newPerson, signIn } from './fixtures/people'
import { expect, test } from './fixtures/test'

test.describe('signing in', () => {
  test('asks for the password, then for a code, and leads to what was asked for', async ({ page, sql, context }) => {
    const person = await newPerson(sql)
    await page.goto('/portal/team?x=1')
    await expect(page).toHaveURL(/\/sign-in\?next=%2Fportal%2Fteam%3Fx%3D1/)
    await givePassword(page, { ...person, password: 'not the password' })
    await expect(page.getByRole('alert').first()).toContainText('no coinciden')
    await expect(page.getByRole('textbox', { name: 'Correo' })).toHaveValue(person.email)
    await givePassword(page, person)
    await expect(page).toHaveURL(/\/sign-in\/verify/)
    const session = async () => (await context.cookies()).find(({ name }) => name === 'aliado')
    const before = await session()
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Two-step verification' })).toBeVisible()
    await page.getByRole('button', { name: 'Español' }).click()
    await page.getByRole('textbox', { name: 'Código' }).fill('000000')
    await page.getByRole('button', { name: 'Verificar' }).click()
    await expect(page.getByRole('alert').first()).toContainText('El código no es correcto')
    await page.getByRole('textbox', { name: 'Código' }).fill(codeNow(person.secret ?? ''))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/portal\/team\?x=1/)
    const after = await session()
    expect(after).toMatchObject({ name: 'aliado', httpOnly: true, sameSite: 'Lax', path: '/', expires: -1 })
    expect(after?.value).not.toBe(before?.value)
  })

  test('reaches nothing but the code while the code is pending (P-03)', async ({ page, sql }) => {
    const person = await newPerson(sql)
    await page.goto('/sign-in')
    await givePassword(page, person)
    await expect(page).toHaveURL(/\/sign-in\/verify/)
    for (const path of [
      '/portal',
      '/portal/team',
      '/portal/activity',
      '/account',
      '/account/security',
      '/account/sessions',
    ]) {
      await page.goto(path)
      await expect(page).toHaveURL(/\/sign-in\/verify/)
      expect(await page.content()).not.toContain('Comercio ')
    }
  })

  test('takes a recovery code without the telephone, once', async ({ page, sql, browser }) => {
    const person = await newPerson(sql)
    await signIn(page, person, '/account/security')
    await forgetUsedCodes(sql, person)
    await page.goto('/account/security')
    await page.getByRole('button', { name: 'Crear códigos nuevos' }).click()
    await page
      .getByRole('dialog')
      .getByLabel('Código de 6 dígitos')
      .fill(codeNow(person.secret ?? ''))
    await page.getByRole('dialog').getByRole('button', { name: 'Crear códigos nuevos' }).click()
    await expect(page.locator('[data-print-alone] li')).toHaveCount(10)
    const codes = (await page.locator('[data-print-alone] li').allTextContents()).map((code) => canary(code, 'once'))
    await page.getByRole('button', { name: 'Ya los guardé' }).click()
    await expect(page.getByText('Le quedan 10 códigos')).toBeVisible()

    const other = await browser.newContext({ locale: 'es-DO' })
    const there = await other.newPage()
    const give = async () => {
      await there.goto(new URL('/sign-in', page.url()).href)
      await givePassword(there, person)
      await there.getByRole('link', { name: /código de recuperación/ }).click()
      await there.getByLabel('Código de recuperación').fill(codes[0]?.toLowerCase() ?? '')
      await there.getByRole('button', { name: 'Verificar' }).click()
    }
    await give()
    await expect(there).toHaveURL(/\/portal/)
    await other.clearCookies()
    await give()
    await expect(there.getByRole('alert').first()).toContainText('El código no es correcto')
    await other.close()
    await page.reload()
    await expect(page.getByText('Le quedan 9 códigos')).toBeVisible()
  })

  for (const next of [
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    '%2f%2fevil.example',
    'javascript:alert(1)',
  ]) {
    test(`leads to the portal when ${next} was asked for (P-15)`, async ({ page, sql }) => {
      const person = await newPerson(sql, { permissions: [] })
      await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
      await givePassword(page, person)
      await page.getByRole('textbox', { name: 'Código' }).fill(codeNow(person.secret ?? ''))
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/portal$/)
    })
  }

  test.describe('without a script', () => {
    test.use({ javaScriptEnabled: false })

    test('works, and says what was wrong (U-08)', async ({ page, sql }) => {
      const person = await newPerson(sql)
      await page.goto('/sign-in?next=/account')
      await givePassword(page, { ...person, password: 'not the password' })
      await expect(page.getByRole('alert').first()).toContainText('no coinciden')
      await givePassword(page, person)
      await page.getByRole('textbox', { name: 'Código' }).fill(codeNow(person.secret ?? ''))
      await page.getByRole('button', { name: 'Verificar' }).click()
      await expect(page).toHaveURL(/\/account$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Su cuenta')
    })
  })
})

test.describe('two-step verification', () => {
  test('is turned on from the page that needs it, and leads back there', async ({ page, sql, context }) => {
    const person = await newPerson(sql, { twoStep: false })
    await signIn(page, person, '/portal/team')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Active la verificación en dos pasos')
    expect(await page.content()).not.toContain('Personas')
    await page.getByRole('link', { name: 'Activarla ahora' }).click()
    await page.getByRole('button', { name: 'Activar' }).click()
    await page.getByLabel('Contraseña actual').fill(person.password)
    await page.getByRole('button', { name: 'Continuar' }).click()
    await expect(page.getByRole('img', { name: 'Código QR' })).toBeVisible()
    const secret = canary(((await page.locator('code').textContent()) ?? '').replaceAll(' ', ''), 'once')
    const session = async () => (await context.cookies()).find(({ name }) => name === 'aliado')
    const before = await session()
    await page.getByLabel('Código de 6 dígitos').fill(codeNow(secret))
    await page.getByRole('button', { name: 'Activar' }).click()
    await expect(page.getByRole('heading', { name: 'Guarde sus códigos de recuperación' })).toBeVisible()
    expect(await page.locator('[data-print-alone] li').count()).toBe(10)
    const after = await session()
    expect(after).toBeDefined()
    expect(after?.value).not.toBe(before?.value)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar' }).click()
    expect((await downloading).suggestedFilename()).toBe('codigos-de-recuperacion-aliado.txt')
    await page.getByRole('button', { name: 'Ya los guardé' }).click()
    await page.getByRole('link', { name: 'Continuar' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Equipo')
    // The secret and the codes are nowhere any more.
    await page.goto('/account/security')
    expect(await page.content()).not.toContain(secret)
    await expect(page.locator('[data-print-alone]')).toHaveCount(0)
  })

  test('is turned off by password and code alone (P-12)', async ({ page, sql }) => {
    const person = await newPerson(sql)
    await signIn(page, person, '/account/security')
    await forgetUsedCodes(sql, person)
    await page.getByRole('button', { name: 'Desactivar' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel('Contraseña actual').fill('not the password')
    await dialog.getByLabel('Código actual').fill(codeNow(person.secret ?? ''))
    await dialog.getByRole('button', { name: 'Desactivar' }).click()
    await expect(dialog.getByRole('alert').first()).toContainText('La contraseña no es correcta')
    await dialog.getByLabel('Contraseña actual').fill(person.password)
    await dialog.getByRole('button', { name: 'Desactivar' }).click()
    await expect(page.getByText('Inactiva')).toBeVisible()
    await page.goto('/portal')
    await expect(page).toHaveURL(/\/account\/security/)
  })
})

test.describe('a browser in which somebody signed in before', () => {
  test('lets them in while strangers fail at their account, after signing out too', async ({ page, sql, context }) => {
    const person = await newPerson(sql)
    await signIn(page, person, '/account')
    const device = (await context.cookies()).find(({ name }) => name === 'aliado-device')
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect((device?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(300 * 86_400)
    await sql`insert into throttles (scope, subject, failures, last_failure_at, blocked_until)
      select scope, subject, 40, now(), now() + interval '15 minutes'
      from (values ('sign_in_account', ${person.email}), ('second_step_account', ${String(person.id)}),
        ('password_reset_account', ${person.email})) as held (scope, subject)`
    await page.getByLabel('Contraseña actual').fill(person.password)
    await page.getByLabel('Contraseña nueva').fill('ocho barcas rumbo a Samaná')
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
    await expect(page.getByText('Contraseña cambiada')).toBeVisible()
    await page.getByRole('button', { name: /^Su cuenta/ }).click()
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
    await expect(page).toHaveURL(/\/sign-in/)
    await forgetUsedCodes(sql, person)
    await signIn(page, { ...person, password: 'ocho barcas rumbo a Samaná' }, '/account')

    await context.clearCookies()
    await page.goto('/sign-in')
    await givePassword(page, { ...person, password: 'ocho barcas rumbo a Samaná' })
    await expect(page.getByRole('alert').first()).toContainText('Demasiados intentos')
  })
})

test.describe('a forgotten password', () => {
  test('is set anew by a mailed link, which does not stand in for the code', async ({ page, sql }) => {
    const person = await newPerson(sql)
    await page.goto('/sign-in')
    await page.getByRole('link', { name: '¿Olvidó su contraseña?' }).click()
    await expect(page).toHaveURL(/\/forgot-password/)
    await page.getByLabel('Correo').fill(person.email)
    await page.getByRole('button', { name: 'Enviar enlace' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Revise su correo')
    const path = await mailedPath('password_reset', person.email)
    await page.goto(path)
    await page.getByLabel('Contraseña nueva').fill('corta')
    await page.getByRole('button', { name: 'Guardar contraseña' }).click()
    await expect(page.getByRole('alert').first()).toContainText('al menos 12')
    await page.getByLabel('Contraseña nueva').fill('nueve cocoteros en fila')
    await page.getByRole('button', { name: 'Guardar contraseña' }).click()
    await expect(page.getByText('Su contraseña cambió')).toBeVisible()
    await givePassword(page, { email: person.email, password: 'nueve cocoteros en fila' })
    await expect(page).toHaveURL(/\/sign-in\/verify/)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Este enlace ya no funciona')
  })
})

test.describe('the team', () => {
  test('grows by an invitation, which can be withdrawn', async ({ page, sql, browser }) => {
    const admin = await newPerson(sql)
    await signIn(page, admin, '/portal/team')
    const invite = async (email: string) => {
      await page.getByRole('button', { name: 'Invitar' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Correo').fill(email)
      await dialog.getByRole('button', { name: 'Enviar invitación' }).click()
      await expect(dialog.getByRole('alert').first()).toContainText('marque al menos un permiso')
      await expect(dialog.getByLabel('Correo')).toHaveValue(email)
      await dialog.getByLabel('Caja y consumos').check()
      await dialog.getByRole('button', { name: 'Enviar invitación' }).click()
      await expect(page.getByText('Invitación enviada').first()).toBeVisible()
      await expect(page.getByRole('row').filter({ hasText: email })).toBeVisible()
    }
    const [pedro, sara] = [`pedro.${admin.id}@mercado.example`, `sara.${admin.id}@mercado.example`]
    await invite(pedro)
    await invite(sara)
    await page.getByRole('button', { name: `Retirar la invitación a ${sara}` }).click()
    await expect(page.getByText('Invitación retirada')).toBeVisible()
    await expect(page.getByText(sara)).toHaveCount(0)

    const other = await browser.newContext({ locale: 'es-DO' })
    const there = await other.newPage()
    await there.goto(new URL(await mailedPath('invitation', sara), page.url()).href)
    await expect(there.getByRole('heading', { level: 1 })).toHaveText('Este enlace ya no funciona')
    await there.goto(new URL(await mailedPath('invitation', pedro), page.url()).href)
    await there.getByLabel('Nombre y apellido').fill('Pedro Gil')
    await there.getByLabel('Contraseña nueva').fill('siete palmas junto al malecón')
    await there.getByRole('button', { name: 'Crear cuenta y entrar' }).click()
    await expect(there).toHaveURL(/\/account\/security/)
    await other.close()
    await page.reload()
    await expect(page.getByRole('rowheader', { name: 'Pedro Gil' })).toBeVisible()
  })

  test('is not for who may not manage it, from one request to the next (P-08)', async ({ page, sql }) => {
    const person = await newPerson(sql)
    await signIn(page, person, '/portal/team')
    await page.getByRole('button', { name: 'Invitar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Correo').fill('ana@mercado.example')
    await dialog.getByLabel('Caja y consumos').check()
    await sql`update merchant_memberships set permissions = '{}' where user_id = ${person.id}`
    await dialog.getByRole('button', { name: 'Enviar invitación' }).click()
    await expect(dialog.getByRole('alert').first()).toContainText('Ya no tiene permiso')
    const denied = await sql`select action from audit_events where user_id = ${person.id} and outcome = 'denied'`
    expect(denied.map(({ action }) => action)).toEqual(['invitation.sent'])
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Le falta un permiso')
  })
})

test.describe('an account', () => {
  test('shows where it is open, and what is ended is out at the next request (P-10)', async ({
    page,
    sql,
    browser,
  }) => {
    const person = await newPerson(sql)
    await signIn(page, person, '/account/sessions')
    await forgetUsedCodes(sql, person)
    const other = await browser.newContext({ locale: 'es-DO', baseURL: new URL('/', page.url()).href })
    const there = await other.newPage()
    await signIn(there, person, '/account')
    await page.reload()
    await expect(page.getByRole('rowheader')).toHaveCount(2)
    await page.getByRole('button', { name: /^Cerrar la sesión de/ }).click()
    await expect(page.getByText('Sesión cerrada')).toBeVisible()
    await expect(page.getByRole('rowheader')).toHaveCount(1)
    await there.getByRole('button', { name: 'Guardar' }).click()
    await expect(there).toHaveURL(/\/sign-in/)
    await other.close()
  })

  test('changes its language, name and password', async ({ page, sql }) => {
    const person = await newPerson(sql)
    await signIn(page, person, '/account')
    await page.getByLabel('Nombre y apellido').fill('Luisa F. Peña')
    await page.getByLabel('Idioma').selectOption('en')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
    await expect(page.getByText('Luisa F. Peña').first()).toBeVisible()
    await page.getByLabel('Current password').fill(person.password)
    await page.getByLabel('New password').fill('ocho barcas rumbo a Samaná')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Password changed.')).toBeVisible()
    await expect(page.getByLabel('Current password')).toHaveValue('')
  })
})
