import { randomBytes, randomInt } from 'node:crypto'
import type { Sql } from '@/db/client'
import type { OfficeDatabase } from '@/db/office'
import type { CompanyPermission, MerchantPermission } from '@/lib/accounts/permissions'
import type { Party } from '@/lib/affiliations/party'
import type { AffiliationContext } from '@/lib/affiliations/tell-sides'
import { createDatabase } from '../fixtures/database'
import { factories } from '../fixtures/factories'
import { openTestOffice, people } from '../fixtures/members'
import { openForTests } from '../fixtures/open-for-tests'

/** An RNC of nobody else's. */
const newLegalId = (): string => `1${String(randomInt(10 ** 8)).padStart(8, '0')}`

/** People of a merchant and of a company, who work on an affiliation between them. */
export function affiliationSides(sql: Sql, office: OfficeDatabase) {
  const make = factories(sql)
  const { newUser, newMember } = people(sql)
  const contextOf = (party: Party): AffiliationContext => ({
    db: office.db,
    party,
    origin: { address: '203.0.113.7', userAgent: 'a test', requestId: 'test' },
    officeUrl: 'https://oficina.example',
    now: () => new Date(),
  })
  const sides = {
    sql,
    make,
    contextOf,
    /** A merchant's person; of a new merchant with an RNC unless one is given. */
    merchantSide: async (
      options: { merchantId?: number; permissions?: MerchantPermission[]; language?: 'en' } = {},
    ) => {
      const merchant = options.merchantId === undefined ? await make.merchant() : { id: options.merchantId, name: '' }
      const legalId = newLegalId()
      if (options.merchantId === undefined) {
        await sql`update merchants set legal_id = ${legalId} where id = ${merchant.id}`
      }
      const { language, permissions = ['merchant.discounts.manage'] } = options
      const member = await newMember(merchant.id, { permissions, ...(language ? { language } : {}) })
      const ctx = contextOf({ side: 'merchant', merchantId: merchant.id, userId: member.id, permissions })
      return { ...merchant, legalId, member, ctx }
    },
    companySide: async (options: { companyId?: number; permissions?: CompanyPermission[]; language?: 'en' } = {}) => {
      const company = options.companyId === undefined ? await make.company() : { id: options.companyId, name: '' }
      const legalId = newLegalId()
      if (options.companyId === undefined) {
        await sql`update companies set legal_id = ${legalId} where id = ${company.id}`
      }
      const { permissions = ['company.benefits.manage'] } = options
      const member = await newUser(options.language ? { language: options.language } : {})
      await sql`insert into company_memberships (user_id, company_id, permissions)
        values (${member.id}, ${company.id}, ${permissions})`
      const ctx = contextOf({ side: 'company', companyId: company.id, userId: member.id, permissions })
      return { ...company, legalId, member, ctx }
    },
    bothSides: async () => ({ shop: await sides.merchantSide(), firm: await sides.companySide() }),
    /** The id of the proposal between both that is open. */
    openProposal: async (merchantId: number, companyId: number): Promise<number> => {
      const [row] = await sql`select id from affiliation_requests
        where merchant_id = ${merchantId} and company_id = ${companyId} and outcome is null`
      return Number(row?.id)
    },
    areAffiliated: async (merchantId: number, companyId: number): Promise<boolean> =>
      (await sql`select from affiliations where merchant_id = ${merchantId} and company_id = ${companyId}`).length > 0,
    eventsOf: (tenant: { merchantId: number } | { companyId: number }) => sql<Record<string, unknown>[]>`
      select action, outcome, user_id as "userId", details, address, user_agent as "userAgent" from audit_events
      where ${'merchantId' in tenant ? sql`merchant_id = ${tenant.merchantId}` : sql`company_id = ${tenant.companyId}`}
      order by id`,
    mailsTo: (email: string) => sql<{ kind: string; subject: string; text: string }[]>`
      select kind, subject, text_body as text from mails where recipient = ${email} order by id`,
  }
  return sides
}

export type AffiliationSides = ReturnType<typeof affiliationSides>

/** The same in a database of a test file's own. */
export const startAffiliations = () =>
  openForTests(async (atEnd) => {
    const { sql, databaseUrl, drop } = await createDatabase()
    atEnd(drop)
    const office = openTestOffice(databaseUrl)
    atEnd(() => office.sql.end())
    return affiliationSides(sql, office)
  })

/** A name that nobody has. */
export const unusedName = (): string => `Nadie ${randomBytes(4).toString('hex')}`
