import { builtActions } from '../fixtures/built-actions'
import { addressesOf, callOf } from './access/all'
import { areaOfAction } from './access/office-map'
import { newSupportView } from './access/operator'
import { newWorld } from './access/world'
import { callAction } from './fixtures/action-calls'
import { expect, portalUrl, test } from './fixtures/test'

/** H-15: every page of both offices opened by a support view, and every action of them tried in one. */

const hidden = ['No se muestra en una vista de soporte', 'Not shown in a support view']

for (const area of ['portal', 'company'] as const) {
  test.describe(`a support view of ${area}`, () => {
    test('shows every page with nobody’s name, or says that it does not; gives no file, and ends with the next click (H-15)', async ({
      sql,
    }) => {
      const own = await newWorld(sql)
      const name = `Nombre${own.mark.slice(6)}x`
      await sql`update collaborators set first_name = ${name}, last_name = ${`Apellido ${name}`}, email = ${`${name}@firma.example`}
        where id = ${own.collaboratorId}`
      const of = area === 'portal' ? { merchantId: own.merchantId } : { companyId: own.companyId }
      const { cookie, viewId } = await newSupportView(own, of)
      const ask = async (path: string) => {
        const answer = await fetch(`${portalUrl()}${path}`, { headers: { Cookie: cookie }, redirect: 'manual' })
        return { status: answer.status, text: await answer.text() }
      }
      const said: Record<string, number> = {}
      const unshown: string[] = []
      for (const { page, path } of await addressesOf(area, own)) {
        const { status, text } = await ask(path)
        said[`${page.kind} ${page.template}`] = status
        expect(text.includes(name), `${path} names a collaborator`).toBe(false)
        if (page.kind !== 'page') continue
        expect(text, path).toMatch(/Vista de soporte de|Support view of/)
        if (hidden.some((one) => text.includes(one))) unshown.push(page.template)
      }
      const wrong = Object.entries(said).filter(
        ([what, status]) => status !== 200 && !(what.startsWith('route') && status === 403),
      )
      expect(wrong).toEqual([])
      expect(unshown.sort()).toEqual(
        area === 'portal'
          ? [
              '/portal/activity/support',
              '/portal/catalog/import',
              '/portal/catalog/import/[id]',
              '/portal/till',
              '/portal/till/receipt/[code]',
            ]
          : ['/company/activity/support', '/company/collaborators/import', '/company/collaborators/import/[id]'],
      )
      await sql`update support_views set ended_at = now(), end_reason = 'revoked', revoked_by = ${own.ownerId} where id = ${viewId}`
      for (const { path } of (await addressesOf(area, own)).slice(0, 5)) {
        const { text } = await ask(path)
        expect(text.includes(own.merchantName) || text.includes(own.companyName), path).toBe(false)
      }
    })

    test('shows what was asked of the office, and no answer to choose (ADR-0056)', async ({ sql, make }) => {
      const own = await newWorld(sql)
      const [merchant, company] = [await make.merchant(), await make.company()]
      const message = `Somos vecinos ${own.mark}`
      await sql`insert into affiliation_requests (merchant_id, company_id, requested_by, message, created_by_user_id)
        values (${own.merchantId}, ${company.id}, 'company', ${message}, ${own.companyOwnerId}),
          (${merchant.id}, ${own.companyId}, 'merchant', ${message}, ${own.ownerId})`
      const [path, other, of] =
        area === 'portal'
          ? ['/portal/companies', company.name, { merchantId: own.merchantId }]
          : ['/company/merchants', merchant.name, { companyId: own.companyId }]
      const { cookie } = await newSupportView(own, of)
      const answer = await fetch(`${portalUrl()}${path}`, { headers: { Cookie: cookie } })
      const text = await answer.text()
      expect(answer.status).toBe(200)
      for (const shown of [message, other]) expect(text).toContain(shown)
      expect(text).not.toContain(`Aceptar la solicitud de ${other}`)
    })

    test('refuses every action', async ({ sql }) => {
      const own = await newWorld(sql)
      const of = area === 'portal' ? { merchantId: own.merchantId } : { companyId: own.companyId }
      const { cookie } = await newSupportView(own, of)
      const actions = builtActions().filter((action) => areaOfAction(action) === area)
      expect(actions.length).toBeGreaterThan(5)
      for (const action of actions) {
        const fields = (await callOf(action)?.fields(own)) ?? {}
        const { text } = await callAction(action, { cookie, fields })
        expect(text, action.name).not.toContain('"status":"done"')
      }
      const [denied] = await sql`select count(*)::int as count from audit_events
        where outcome = 'done' and actor = 'user' and (merchant_id = ${own.merchantId} or company_id = ${own.companyId})
          and user_id in (select user_id from support_views where merchant_id = ${own.merchantId} or company_id = ${own.companyId})`
      expect(denied?.count).toBe(0)
    })
  })
}
