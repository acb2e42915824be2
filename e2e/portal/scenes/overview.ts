import type { Sql } from '@/db/client'
import { factories } from '../../fixtures/factories'
import type { Person } from '../fixtures/people'
import { asMember } from './office'
import type { Scene } from './scene'

/** Three weeks of sales at four branches, with what soon ends. */
export async function threeWeeksOfSales(sql: Sql, { merchantId }: Pick<Person, 'merchantId'>): Promise<void> {
  const make = factories(sql)
  await make.identificationTypes()
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  const { id: keyId } = await make.apiKey(merchantId, { expiresAt: inDays(6) })
  await sql`update api_keys set name = 'POS caja 3, sucursal Naco', last_used_at = now() where id = ${keyId}`
  const rename = (table: string, id: number, name: string) =>
    sql`update ${sql(table)} set name = ${name} where id = ${id}`
  const branchIds: number[] = []
  for (const name of ['Naco', 'Piantini', 'Megacentro, segundo nivel, junto a la farmacia', 'Zona Colonial']) {
    const id = await make.branch(merchantId)
    await rename('branches', id, name)
    branchIds.push(id)
  }
  const discountIds: number[] = []
  for (const [name, days] of [
    ['10 % en toda la tienda', 25],
    ['RD$150 en bebidas', 200],
    ['Miércoles de frutas y vegetales', 90],
  ] as const) {
    const id = await make.discount(merchantId, { validTo: inDays(days) })
    await rename('discounts', id, name)
    discountIds.push(id)
  }
  const people: { id: number; companyId: number }[] = []
  for (const name of [
    'Banco Caribe',
    'Grupo Ramos',
    'Ferretería Ochoa',
    'Cervecería Nacional',
    'Instituto Tecnológico de Santo Domingo',
    'Claro',
    'Clínica Abreu',
  ]) {
    const company = await make.company()
    await rename('companies', company.id, name)
    await make.affiliation(company.id, merchantId)
    await make.grant(company.id, merchantId, discountIds[0] ?? 0)
    people.push(await make.person(company.id))
  }
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id, branch_id,
        api_key_id, purchase_amount, discount_amount, final_amount, consumption_date, registered_at)
      select ${merchantId}, 'C' || n, n, 'T' || n, (${discountIds}::int[])[1 + mod(n * n, 3)], (${people.map((one) => one.companyId)}::int[])[1 + p],
        (${people.map((one) => one.id)}::int[])[1 + p], (${branchIds}::int[])[1 + mod(n * 7 + p, 4)], ${keyId},
        purchase, round(purchase / 10, 2), purchase - round(purchase / 10, 2), at, at
      from (select n, mod(n * 31, 7)::int as p, (300 + mod(n * 7919, 4000) + 0.35)::numeric(12, 2) as purchase,
          now() - (n + 20 * sin(n)) * interval '17 minutes' - interval '6 hours' as at
        from generate_series(1, 1700) n) as made`
  })
  await sql`insert into credential_calls (merchant_id, api_key_id, hour, outcome, calls)
    select ${merchantId}, ${keyId}, date_trunc('hour', now() - n * interval '9 hours'), case when mod(n, 5) = 0 then 'limited' when mod(n, 3) = 0 then 'denied' else 'refused' end,
      1 + mod(n * 5, 9) from generate_series(1, 60) n`
}

export const overviewScenes: readonly Scene[] = [
  { name: 'overview', open: asMember('/portal', threeWeeksOfSales) },
  { name: 'overview-year', open: asMember('/portal?period=custom&from=2026-01-01', threeWeeksOfSales) },
  { name: 'overview-new', open: asMember('/portal') },
]
