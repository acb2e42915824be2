import type { CompanyPermission } from '@/lib/accounts/permissions'
import { createDatabase } from '../fixtures/database'
import { factories, newIdentification } from '../fixtures/factories'
import { companyContextOf, openTestOffice, people } from '../fixtures/members'
import { openForTests } from '../fixtures/open-for-tests'

/** A database and an office of a test file's own, and what its tests ask of companies. */
export function startCompanies() {
  const of = openForTests(async (atEnd) => {
    const { sql, databaseUrl, drop } = await createDatabase()
    atEnd(drop)
    const make = factories(sql)
    await make.identificationTypes()
    const office = openTestOffice(databaseUrl)
    atEnd(() => office.sql.end())
    return { sql, databaseUrl, make, office }
  })
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
