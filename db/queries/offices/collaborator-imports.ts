import { sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { whole } from '@/db/rows'

/** The most rows in one statement: far below the bound on its time. */
const rowsPerStatement = 5_000

type Db = OfficeDb | OfficeTx

/**
 * What identifies a collaborator: the identification type and the HMAC of the identification in hexadecimal, with the newest key that
 * is held; and with the one before, where that is held too.
 */
export type Identified = {
  readonly identificationTypeId: number
  readonly hmac: string
  readonly oldHmac?: string | undefined
}

export type KnownPerson = Identified & {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly active: boolean
  readonly type: string | null
}

/** Those of a company's people who have one of these identifications. */
export async function findPeopleByHmac(
  db: Db,
  companyId: number,
  people: readonly Identified[],
): Promise<KnownPerson[]> {
  const found: KnownPerson[] = []
  for (const json of chunks(people)) {
    const rows = await db.execute<KnownPerson & Record<string, unknown>>(sql`
      select c.id::float8 as id, c.identification_type_id as "identificationTypeId",
        i.hmac, c.first_name as "firstName", c.last_name as "lastName", c.email, c.active,
        t.name as type
      from jsonb_to_recordset(${json}::text::jsonb) as i ("identificationTypeId" int, hmac text, "oldHmac" text)
      join collaborators c on c.company_id = ${companyId} and c.identification_type_id = i."identificationTypeId"
        and c.identification_hmac in (decode(i.hmac, 'hex'), decode(i."oldHmac", 'hex'))
      left join collaborator_types t on t.company_id = c.company_id and t.id = c.collaborator_type_id`)
    found.push(...whole(rows))
  }
  return found
}

/** Which of these identifications another company has active now (D31). */
export async function findEmployedElsewhere(
  db: Db,
  companyId: number,
  people: readonly Identified[],
): Promise<Identified[]> {
  const found: Identified[] = []
  for (const json of chunks(people)) {
    const rows = await db.execute<Identified & Record<string, unknown>>(sql`
      select i."identificationTypeId", i.hmac
      from jsonb_to_recordset(${json}::text::jsonb) as i ("identificationTypeId" int, hmac text, "oldHmac" text)
      join collaborators c on c.identification_type_id = i."identificationTypeId"
        and c.identification_hmac in (decode(i.hmac, 'hex'), decode(i."oldHmac", 'hex')) and c.active and c.company_id <> ${companyId}`)
    found.push(...whole(rows))
  }
  return found
}

export type PersonToInsert = Pick<Identified, 'identificationTypeId' | 'hmac'> & {
  readonly keyGeneration: number
  /** In hexadecimal. */
  readonly ciphertext: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly typeId: number | null
  readonly active: boolean
}

/** Adds people, in this order. Fails whole when the company has one of them, or another has one active. */
export async function insertPeople(
  tx: OfficeTx,
  companyId: number,
  people: readonly PersonToInsert[],
): Promise<number> {
  let count = 0
  for (const json of chunks(people)) {
    const { count: added } = await tx.execute(sql`
      insert into collaborators (company_id, collaborator_type_id, identification_type_id, identification_hmac,
        identification_ciphertext, key_generation, first_name, last_name, email, active)
      select ${companyId}::int, i."typeId", i."identificationTypeId", decode(i.hmac, 'hex'), decode(i.ciphertext, 'hex'),
        i."keyGeneration", i."firstName", i."lastName", i.email, i.active
      from rows from (jsonb_to_recordset(${json}::text::jsonb) as ("identificationTypeId" int, hmac text, ciphertext text,
        "keyGeneration" int, "firstName" text, "lastName" text, email text, "typeId" int, active boolean)) with ordinality
        as i ("identificationTypeId", hmac, ciphertext, "keyGeneration", "firstName", "lastName", email, "typeId", active, n)
      order by i.n`)
    count += added
  }
  return count
}

export type PersonToUpdate = Pick<PersonToInsert, 'firstName' | 'lastName' | 'email' | 'active'> & {
  readonly id: number
  /** Undefined leaves their type as it is. */
  readonly typeId: number | null | undefined
}

/** Updates existing collaborators. Fails whole when one of them is to be active and is active at another company. */
export async function updatePeople(
  tx: OfficeTx,
  companyId: number,
  people: readonly PersonToUpdate[],
): Promise<number> {
  let count = 0
  const said = people.map(({ typeId, ...row }) => ({ ...row, typeId: typeId ?? null, keeps: typeId === undefined }))
  for (const json of chunks(said)) {
    const { count: changed } = await tx.execute(sql`
      update collaborators c
      set first_name = i."firstName", last_name = i."lastName", email = i.email, active = i.active,
        collaborator_type_id = case when i.keeps then c.collaborator_type_id else i."typeId" end
      from jsonb_to_recordset(${json}::text::jsonb) as i (id bigint, "firstName" text, "lastName" text, email text,
        active boolean, "typeId" int, keeps boolean)
      where c.company_id = ${companyId} and c.id = i.id`)
    count += changed
  }
  return count
}

function* chunks(rows: readonly unknown[]): Generator<string> {
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    yield JSON.stringify(rows.slice(from, from + rowsPerStatement))
  }
}
