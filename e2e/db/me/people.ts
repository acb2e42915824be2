import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { eventually } from '../../fixtures/eventually'
import { lockWaits } from '../../fixtures/lock-waits'
import type { World } from '../accounts/world'

export type Employee = {
  readonly id: number
  readonly companyId: number
  readonly companyName: string
  readonly email: string
  readonly firstName: string
  readonly identification: string
}

type Options = { companyId?: number; email?: string; firstName?: string; active?: boolean; typeId?: number }

/** A collaborator with an address, of a new company or of that one. */
export async function newEmployee({ make, database: { sql } }: World, options: Options = {}): Promise<Employee> {
  const companyId = options.companyId ?? (await make.company()).id
  const { active = true, firstName = 'Ana María', typeId } = options
  const person = await make.person(companyId, { active, firstName, ...(typeId === undefined ? {} : { typeId }) })
  const email = options.email ?? `ana.${randomBytes(5).toString('hex')}@empresa.example`
  await sql`update collaborators set email = ${email} where id = ${person.id}`
  const [company] = await sql`select name from companies where id = ${companyId}`
  const { id, identification } = person
  return { id, companyId, companyName: String(company?.name), email, firstName, identification }
}

/** Lets works go on together once each of them waits for the link of that collaborator, which they all have read. */
export async function atTheSameLink<T>(
  { database: { sql } }: World,
  collaboratorId: number,
  works: readonly (() => Promise<T>)[],
): Promise<T[]> {
  let running: Promise<T[]> = Promise.resolve([])
  await sql.begin(async (tx) => {
    await tx`select from collaborator_links where collaborator_id = ${collaboratorId} for update`
    running = Promise.all(works.map((work) => work()))
    await eventually(async () => expect(await lockWaits(sql, { program: 'aliado office' })).toBe(works.length))
  })
  return running
}
