import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brokenInvariants } from '@/db/invariants'
import { openOfficeDatabase } from '@/db/office'
import { countNetwork } from '@/db/queries/offices/network'
import { findNetworkCompany, listNetworkCompanies } from '@/db/queries/offices/network-companies'
import { createDatabase } from '../fixtures/database'
import { factories } from '../fixtures/factories'
import { openForTests } from '../fixtures/open-for-tests'

/** ADR-0082, ADR-0085: how many active people a company has is counted as they change, by whichever statement. */

const opened = openForTests(async (atEnd) => {
  const { sql, databaseUrl, drop } = await createDatabase()
  atEnd(drop)
  const office = openOfficeDatabase(databaseUrl, { poolMax: 2 })
  atEnd(() => office.sql.end())
  const make = factories(sql)
  await sql`insert into identification_types (id, name) values (1, 'Cédula') on conflict do nothing`
  const companies = (await Promise.all([1, 2, 3].map(() => make.company()))).map(({ id }) => id)
  return { sql, db: office.db, companies }
})

const insertPeople = (companyIds: readonly number[], isActive: boolean) => opened().sql`
  insert into collaborators (company_id, identification_type_id, identification_hmac, identification_ciphertext, first_name, last_name, active)
  select company_id, 1, sha256(gen_random_uuid()::text::bytea), '', 'Ana', 'Pérez', ${isActive} from unnest(${companyIds}::int[]) company_id`

const counted = async () => {
  const { sql, companies } = opened()
  return sql<{ people: number; there: number }[]>`
    select coalesce(p.people, 0) as people,
      (select count(*)::int from collaborators c where c.company_id = company and c.active and c.erased_at is null) as there
    from unnest(${companies}::int[]) company left join company_people p on p.company_id = company`
}

const unavailable = expect.objectContaining({ code: 'service_unavailable' })

const broken = async () => Object.keys(await brokenInvariants(opened().sql)).filter((name) => name.includes('ADR-0082'))

/** Of which companies somebody is added, and whose people become active or not, are erased or go. */
const steps = fc.record({
  what: fc.constantFrom('add', 'activate', 'deactivate', 'erase', 'rename', 'delete'),
  companies: fc.array(fc.nat(2), { minLength: 1, maxLength: 5 }),
  isActive: fc.boolean(),
  part: fc.integer({ min: 1, max: 3 }),
})

describe('the people of companies', () => {
  it('are counted whatever is done to them, several of several companies at a time', async () => {
    const { sql, companies } = opened()
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 12 }), async (all) => {
        for (const { what, companies: chosen, isActive, part } of all) {
          const ids = chosen.map((n) => companies[n] as number)
          const some = sql`company_id = any(${ids}::int[]) and id % ${part} = 0`
          const { count } =
            what === 'add'
              ? await insertPeople(ids, isActive)
              : what === 'delete'
                ? await sql`delete from collaborators where ${some}`
                : what === 'rename'
                  ? await sql`update collaborators set last_name = 'Peña' where erased_at is null and ${some}`
                  : what === 'erase'
                    ? await sql`update collaborators set active = false, erased_at = now(), first_name = '', last_name = '',
                        identification_hmac = decode(lpad(to_hex(id), 64, '0'), 'hex')
                        where erased_at is null and ${some}`
                    : await sql`update collaborators set active = ${what === 'activate'} where erased_at is null and ${some}`
          if (count > 0) seen.add(what)
          for (const { people, there } of await counted()) expect(people, what).toBe(there)
        }
        expect(await broken()).toEqual([])
      }),
      { numRuns: 30 },
    )
    expect([...seen].toSorted()).toEqual(['activate', 'add', 'deactivate', 'delete', 'erase', 'rename'])
  })

  it('are counted once each when many add and leave at the same time, in whatever order of companies', async () => {
    const { sql, companies } = opened()
    const inAnyOrder = [companies, companies.toReversed(), [...companies, ...companies]]
    const leave = (n: number) => sql`
      update collaborators set active = false where id in (
        select id from collaborators where company_id = any(${companies}::int[]) and active and id % 4 = ${n} order by id)`
    const before = (await counted()).map(({ people }) => people)
    for (let round = 0; round < 5; round++) {
      await Promise.all(inAnyOrder.flatMap((ids) => [insertPeople(ids, true), insertPeople(ids, false)]))
      await Promise.all([0, 1, 2].map(leave))
    }
    const rows = await counted()
    for (const { people, there } of rows) expect(people).toBe(there)
    expect(rows.map(({ people }) => people)).not.toEqual(before)
    expect(await broken()).toEqual([])
  })

  it('stay what they were when the change is taken back, and with a company that never had any', async () => {
    const { sql, companies } = opened()
    const before = [...(await counted())]
    await sql
      .begin(async (tx) => {
        await tx`update collaborators set active = not active where erased_at is null and company_id = any(${companies}::int[])`
        throw new Error('taken back')
      })
      .catch(() => {})
    expect(await counted()).toEqual(before)
    const { id } = await factories(sql).company()
    expect([...(await sql`select people from company_people where company_id = ${id}`)]).toEqual([{ people: 0 }])
    expect(await broken()).toEqual([])
  })

  it('whose count is missing are neither changed nor told of (ADR-0085)', async () => {
    const { sql, db, companies } = opened()
    const [company = 0] = companies
    await insertPeople(companies, true)
    const ownerPermission = 'company.team.manage'
    const list = () =>
      listNetworkCompanies(db, {
        search: undefined,
        state: undefined,
        ownerPermission,
        by: 'name',
        descending: false,
        limit: 10,
      })
    expect((await list()).map(({ people }) => people)).toContain((await counted())[0]?.people)
    const { people } = await countNetwork(db)
    const [row] = await sql`delete from company_people where company_id = ${company} returning people`
    try {
      const ofCompanies = sql`company_id = any(${companies}::int[])`
      const changes = {
        add: () => insertPeople(companies, true),
        deactivate: () => sql`update collaborators set active = false where ${ofCompanies}`,
        delete: () => sql`delete from collaborators where ${ofCompanies}`,
      }
      const all = () => sql`select id, active from collaborators where ${ofCompanies} order by id`
      const before = [...(await all())]
      for (const [what, change] of Object.entries(changes)) {
        await expect(change(), what).rejects.toThrow('the people of 1 of these companies are not counted')
      }
      expect([...(await all())]).toEqual(before)
      await expect(list()).rejects.toThrow(unavailable)
      await expect(findNetworkCompany(db, company, ownerPermission)).rejects.toThrow(unavailable)
      await expect(countNetwork(db)).rejects.toThrow(unavailable)
      expect(await broken()).toEqual(['the active people of a company are counted (ADR-0082)'])
    } finally {
      await sql`insert into company_people (company_id, people) values (${company}, ${row?.people})`
    }
    expect((await countNetwork(db)).people).toBe(people)
    expect(await broken()).toEqual([])
  })

  it('that are counted wrong are found by an invariant', async () => {
    const { sql, companies } = opened()
    await insertPeople(companies, true)
    await sql.begin(async (tx) => {
      await tx`update company_people set people = people + 1 where company_id = ${companies[0] as number}`
      const found = await brokenInvariants(tx as unknown as typeof sql)
      expect(Object.keys(found)).toContain('the active people of a company are counted (ADR-0082)')
      await tx`update company_people set people = people - 1 where company_id = ${companies[0] as number}`
    })
  })
})
