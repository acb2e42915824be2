import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import type { Sql } from '@/db/client'
import { buildOnce } from '../fixtures/build'
import { createDatabase } from '../fixtures/database'
import { factories, testDataKey } from '../fixtures/factories'
import { officeCookie } from '../fixtures/office-cookie'
import { startWholeService } from '../fixtures/whole-service'

/** Files are read by threads of the offices' process, which `npm start` supervises (ADR-0020). */

const cookieSecret = randomBytes(32).toString('base64')

beforeAll(buildOnce)

/** The cookie of a member of a new merchant who may change its catalog, both steps passed. */
async function catalogMember(sql: Sql): Promise<string> {
  const { id: merchantId } = await factories(sql).merchant()
  const [user] = await sql`insert into users (email, name, password_hash, totp_secret, totp_enrolled_at)
    values ('catalogo@mercado.example', 'Luisa Fernández', 'none', ${randomBytes(60)}, now()) returning id`
  await sql`insert into merchant_memberships (user_id, merchant_id, permissions)
    values (${user?.id}, ${merchantId}, '{merchant.catalog.manage}')`
  return officeCookie(sql, user?.id, cookieSecret)
}

it('npm start reads a file, and shows what it would change', async () => {
  const database = await createDatabase()
  const named = { DATABASE_URL: database.databaseUrl, DATA_KEY: testDataKey, NEXTAUTH_SECRET: cookieSecret }
  const service = await startWholeService(named)
  const cookie = await catalogMember(database.sql)
  const form = new FormData()
  form.set('file', new File(['SKU,Nombre\nP-1,Peras\n'], 'articulos.csv', { type: 'text/csv' }))
  const kept = await fetch(`${service.offices}/portal/catalog/import/upload`, {
    method: 'POST',
    body: form,
    headers: { Cookie: cookie, Origin: `http://localhost:${service.port}`, Accept: 'application/json' },
  })
  expect([kept.status, await kept.json()]).toEqual([
    200,
    { location: expect.stringMatching(/^\/portal\/catalog\/import\/\d+$/) },
  ])
  const [{ id } = { id: 0 }] = await database.sql<{ id: number }[]>`select id from imports`
  const preview = await fetch(`${service.offices}/portal/catalog/import/${id}`, { headers: { Cookie: cookie } })
  expect(preview.status).toBe(200)
  expect(await preview.text()).toContain('Peras')
  await service.stop()
  await database.drop()
})
