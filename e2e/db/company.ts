import { afterAll, beforeAll } from 'vitest'
import type { Sql } from '@/db/client'
import type { Office } from '@/db/office'
import type { CompanyPermission } from '@/lib/accounts/permissions'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { factories, newIdentification } from '../fixtures/factories'
import { companyContextOf, openTestOffice, people } from '../fixtures/members'

type World = { sql: Sql; office: Office; databaseUrl: string; make: ReturnType<typeof factories> }

/** A database and an office of a test file's own, and what its tests ask of companies. */
export function startCompanies() {
  let database: TestDatabase | undefined
  let world: World | undefined
  beforeAll(async () => {
    database = await createDatabase()
    const { sql, databaseUrl } = database
    const make = factories(sql)
    await make.identificationTypes()
    world = { sql, databaseUrl, make, office: openTestOffice(databaseUrl) }
  })
  afterAll(async () => {
    await world?.office.sql.end()
    await database?.drop()
  })
  const of = (): World => {
    if (!world) throw new Error('the office opens before the first test')
    return world
  }
  const newColleague = async (companyId: number, permissions?: CompanyPermission[]) => {
    const member = await people(of().sql).newCompanyMember(companyId, permissions ? { permissions } : {})
    return { member, ctx: companyContextOf(of().office, companyId, member) }
  }
  return {
    world: of,
    newColleague,
    /** A company with one member, who has every permission unless said otherwise. */
    newCompany: async (permissions?: CompanyPermission[]) => {
      const company = await of().make.company()
      return { company, ...(await newColleague(company.id, permissions)) }
    },
    eventsOf: (companyId: number) => of().sql<Record<string, unknown>[]>`
      select action, outcome, user_id as "userId", subject_type || ' ' || subject_id as subject, details
      from audit_events where company_id = ${companyId} order by id`,
  }
}

/** Somebody whom nobody employs yet. */
export const collaboratorDraft = (changes: object = {}) => ({
  identificationTypeId: 1,
  identification: newIdentification(),
  firstName: 'Ana María',
  lastName: 'Pérez Gómez',
  email: null,
  typeId: null,
  ...changes,
})
