import type { Sql } from '@/db/client'
import { fill, fillWithIds, findUserEmails, type Tx } from '@/db/queries/network-load/network'
import { hashForLoading } from '@/lib/accounts/hash-password'
import { idAt, known } from './ids'
import type { LoadedCompany } from './load-companies'
import type { LoadedMerchant } from './load-merchants'
import type { NetworkFile } from './shape'

/** The hashes of passwords of users that the database does not know yet, by e-mail address. */
export type NewPasswords = ReadonlyMap<string, string>

/** Hashes what is new, before the transaction: argon2 is slow on purpose and holds no lock. */
export async function hashNewPasswords(sql: Sql, network: NetworkFile): Promise<NewPasswords> {
  const users = [...network.merchants, ...network.companies].flatMap((member) => member.users)
  const passwords = new Map(users.map(({ email, password }) => [email, password]))
  const known = await findUserEmails(sql, [...passwords.keys()])
  const fresh = [...passwords].filter(([email]) => !known.has(email))
  return new Map(
    await Promise.all(fresh.map(async ([email, password]) => [email, await hashForLoading(password)] as const)),
  )
}

/**
 * Makes the users of the file members of their merchants and companies, with these permissions. A user who has an
 * account already keeps its password, which they may have changed since. Memberships that the file does not name stay.
 */
export async function loadUsers(
  tx: Tx,
  merchants: readonly LoadedMerchant[],
  companies: readonly LoadedCompany[],
  passwords: NewPasswords,
): Promise<void> {
  const users = [...merchants.map(({ merchant }) => merchant), ...companies.map(({ company }) => company)].flatMap(
    (member): { email: string; name: string }[] => member.users,
  )
  const rows = new Map(
    users.map(({ email, name }) => [email, { email, name, password_hash: passwords.get(email) ?? null }]),
  )
  const ids = await fillWithIds(tx, 'users', [...rows.values()])
  const idOf = new Map([...rows.keys()].map((email, at) => [email, idAt(ids, at)]))
  const member = ({ email, permissions }: { email: string; permissions: readonly string[] }) => ({
    user_id: known(idOf.get(email)),
    permissions,
  })
  await fill(
    tx,
    'merchant_memberships',
    merchants.flatMap(({ merchant, merchantId }) =>
      merchant.users.map((user) => ({ ...member(user), merchant_id: merchantId })),
    ),
  )
  await fill(
    tx,
    'company_memberships',
    companies.flatMap(({ company, companyId }) =>
      company.users.map((user) => ({ ...member(user), company_id: companyId })),
    ),
  )
}
