import { inOrder, whole } from '@/db/rows'
import { chunks, type Tx } from './network'

/** What identifies a collaborator. `hmac` is in hexadecimal. */
export type Person = { readonly companyId: number; readonly identificationTypeId: number; readonly hmac: string }

/** What the network file says of a collaborator. `ciphertext` is in hexadecimal; null leaves the one that is there. */
export type CollaboratorRow = Person & {
  readonly collaboratorTypeId: number | null
  readonly ciphertext: string | null
  readonly keyGeneration: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly active: boolean
}

export type FoundCollaborator = {
  readonly id: string
  readonly collaboratorTypeId: number | null
  readonly ciphertext: Buffer
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly active: boolean
}

const columns = (rows: readonly CollaboratorRow[]) => ({
  companyIds: rows.map((row) => row.companyId),
  collaboratorTypeIds: rows.map((row) => row.collaboratorTypeId),
  identificationTypeIds: rows.map((row) => row.identificationTypeId),
  hmacs: rows.map((row) => row.hmac),
  ciphertexts: rows.map((row) => row.ciphertext),
  keyGenerations: rows.map((row) => row.keyGeneration),
  firstNames: rows.map((row) => row.firstName),
  lastNames: rows.map((row) => row.lastName),
  emails: rows.map((row) => row.email),
  // As 0 and 1: the driver takes a list of booleans for one boolean.
  active: rows.map((row) => Number(row.active)),
})

/** The collaborators of these companies with these identifications, in the order of `people`; undefined where there is none. */
export async function findCollaborators(tx: Tx, people: readonly Person[]): Promise<(FoundCollaborator | undefined)[]> {
  const found: (FoundCollaborator | undefined)[] = []
  for (const chunk of chunks(people)) {
    const rows = await tx<({ n: number } & (FoundCollaborator | { id: null }))[]>`
      select i.n::int as n, c.id, c.collaborator_type_id as "collaboratorTypeId", c.identification_ciphertext as ciphertext,
             c.first_name as "firstName", c.last_name as "lastName", c.email, c.active
      from unnest(${chunk.map((one) => one.companyId)}::int[], ${chunk.map((one) => one.identificationTypeId)}::int[],
                  ${chunk.map((one) => one.hmac)}::text[]) with ordinality i (company_id, identification_type_id, hmac, n)
      left join collaborators c on c.company_id = i.company_id and c.identification_type_id = i.identification_type_id
        and c.identification_hmac = decode(i.hmac, 'hex')`
    for (const row of inOrder(rows, chunk.length)) found.push(row.id === null ? undefined : row)
  }
  return found
}

/** The positions in `people` of those who are active in any company. */
export async function findEmployed(tx: Tx, people: readonly Person[]): Promise<number[]> {
  const employed: number[] = []
  let offset = 0
  for (const chunk of chunks(people)) {
    const rows = await tx<{ n: number }[]>`
      select i.n::int as n
      from unnest(${chunk.map((one) => one.identificationTypeId)}::int[], ${chunk.map((one) => one.hmac)}::text[])
        with ordinality i (identification_type_id, hmac, n)
      join collaborators c on c.identification_type_id = i.identification_type_id
        and c.identification_hmac = decode(i.hmac, 'hex') and c.active
      order by i.n`
    for (const { n } of whole(rows)) employed.push(offset + n - 1)
    offset += chunk.length
  }
  return employed
}

export async function insertCollaborators(tx: Tx, rows: readonly CollaboratorRow[]): Promise<void> {
  for (const chunk of chunks(rows)) {
    const of = columns(chunk)
    await tx`
      insert into collaborators (company_id, collaborator_type_id, identification_type_id, identification_hmac,
                                 identification_ciphertext, key_generation, first_name, last_name, email, active)
      select i.company_id, i.collaborator_type_id, i.identification_type_id, decode(i.hmac, 'hex'),
             decode(i.ciphertext, 'hex'), i.key_generation, i.first_name, i.last_name, i.email, i.active = 1
      from unnest(${of.companyIds}::int[], ${of.collaboratorTypeIds}::int[], ${of.identificationTypeIds}::int[],
                  ${of.hmacs}::text[], ${of.ciphertexts}::text[], ${of.keyGenerations}::int[], ${of.firstNames}::text[],
                  ${of.lastNames}::text[], ${of.emails}::text[], ${of.active}::int[])
        with ordinality i (company_id, collaborator_type_id, identification_type_id, hmac, ciphertext, key_generation,
                           first_name, last_name, email, active, n)
      order by i.n`
  }
}

export async function updateCollaborators(tx: Tx, rows: readonly (CollaboratorRow & { id: string })[]): Promise<void> {
  for (const chunk of chunks(rows)) {
    const of = columns(chunk)
    await tx`
      update collaborators c
      set collaborator_type_id = i.collaborator_type_id, first_name = i.first_name, last_name = i.last_name,
          email = i.email, active = i.active = 1,
          identification_ciphertext = coalesce(decode(i.ciphertext, 'hex'), c.identification_ciphertext)
      from unnest(${chunk.map((row) => row.id)}::bigint[], ${of.collaboratorTypeIds}::int[], ${of.ciphertexts}::text[],
                  ${of.firstNames}::text[], ${of.lastNames}::text[], ${of.emails}::text[], ${of.active}::int[])
        i (id, collaborator_type_id, ciphertext, first_name, last_name, email, active)
      where c.id = i.id`
  }
}
