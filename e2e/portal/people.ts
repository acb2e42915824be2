import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { generateSync } from 'otplib'
import type { Sql } from '@/db/client'
import { hashForLoading } from '@/lib/accounts/hash-password'
import {
  type CompanyPermission,
  companyPermissions,
  type MerchantPermission,
  merchantPermissions,
} from '@/lib/accounts/permissions'
import { deriveTotpKey, sealTotpSecret } from '@/lib/accounts/seal'
import { newTotpSecret } from '@/lib/accounts/totp'
import { canary } from '../fixtures/canaries'
import { factories, testDataKey } from '../fixtures/factories'

/** Somebody with an account, who signs in through the pages. */
export type Account = {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly password: string
  /** Of the authenticator; absent without two-step verification. */
  readonly secret: string | undefined
}

/** Somebody of a merchant's team. */
export type Person = Account & { readonly merchantId: number }

type AccountOptions = { twoStep?: boolean; language?: 'es' | 'en'; name?: string; email?: string }

type PersonOptions = AccountOptions & { merchantId?: number; permissions?: readonly MerchantPermission[] }

const password = canary('tres colibríes saludan')
let passwordHash: Promise<string> | undefined

/** A member of a new merchant, or of that one; with two-step verification unless said otherwise. */
export async function newPerson(sql: Sql, options: PersonOptions = {}): Promise<Person> {
  const account = await newAccount(sql, options)
  const merchantId = options.merchantId ?? (await factories(sql).merchant()).id
  await sql`insert into merchant_memberships (user_id, merchant_id, permissions)
    values (${account.id}, ${merchantId}, ${[...(options.permissions ?? merchantPermissions)]})`
  return { ...account, merchantId }
}

/** A member of a company, likewise. */
export async function newCompanyPerson(
  sql: Sql,
  companyId: number,
  options: AccountOptions & { permissions?: readonly CompanyPermission[] } = {},
): Promise<Account> {
  const account = await newAccount(sql, options)
  await sql`insert into company_memberships (user_id, company_id, permissions)
    values (${account.id}, ${companyId}, ${[...(options.permissions ?? companyPermissions)]})`
  return account
}

async function newAccount(sql: Sql, options: AccountOptions): Promise<Account> {
  const { language = 'es', name = 'Luisa Fernández', twoStep = true } = options
  const email = options.email ?? `luisa.${randomBytes(5).toString('hex')}@mercado.example`
  passwordHash ??= hashForLoading(password)
  const [row] = await sql`insert into users (email, name, password_hash, language)
    values (${email}, ${name}, ${await passwordHash}, ${language}) returning id`
  const id = Number(row?.id)
  const secret = twoStep ? canary(newTotpSecret()) : undefined
  if (secret !== undefined) {
    const sealed = sealTotpSecret(deriveTotpKey(testDataKey), id, secret)
    await sql`update users set totp_secret = ${sealed}, totp_enrolled_at = now() where id = ${id}`
  }
  return { id, email, name, password, secret }
}

/** The code that an authenticator shows now. */
export const codeNow = (secret: string): string => generateSync({ secret })

/** A code works once: as if the last one that was taken were of long ago, so that a test need not wait for the next. */
export const forgetUsedCodes = async (sql: Sql, person: Account): Promise<void> => {
  await sql`update users set totp_last_step = null where id = ${person.id}`
}

/** The first step, in whatever language the page is. */
export async function givePassword(page: Page, person: Pick<Account, 'email' | 'password'>): Promise<void> {
  await page.locator('input[name=email]').fill(person.email)
  await page.locator('input[name=password]').fill(person.password)
  await page.locator('button[type=submit].w-full').click()
}

/** Signs in through the pages, with both steps where there are two, and waits for where that leads. */
export async function signIn(page: Page, person: Account, path = '/portal'): Promise<void> {
  await page.goto(`/sign-in?next=${encodeURIComponent(path)}`)
  await givePassword(page, person)
  if (person.secret !== undefined) {
    await page.waitForURL(/\/sign-in\/verify/)
    await page.locator('input[name=code]').fill(codeNow(person.secret))
    await page.locator('button[type=submit].w-full').click()
  }
  await expect(page).not.toHaveURL(/\/sign-in/)
}
