import type { OfficeDb, OfficeTx } from '@/db/office'
import {
  findEmployedElsewhere,
  findPeopleByHmac,
  type Identified,
  insertPeople,
  type PersonToInsert,
  type PersonToUpdate,
  updatePeople,
} from '@/db/queries/offices/collaborator-imports'
import { insertCollaboratorType, listCollaboratorTypes } from '@/db/queries/offices/collaborator-types'
import { lockCompany } from '@/db/queries/offices/companies'
import { listIdentificationTypes } from '@/db/queries/offices/identification-types'
import type { PeopleContext } from '@/lib/context'
import { bringForward, holdKeys } from '@/lib/data-keys/hold-keys'
import {
  encryptIdentification,
  hmacIdentification,
  hmacsOf,
  type IdentificationKeys,
} from '@/lib/identification/identification'
import type { ImportKind } from '@/lib/imports/kind'
import { assert, present } from '@/lib/kernel/assert'
import type { Environment } from '@/lib/kernel/environment'
import { foldName } from '@/lib/kernel/names'
import { refusalOf } from '@/lib/sandbox/identities'
import {
  type CollaboratorColumn,
  collaboratorColumns,
  identificationTypeOf,
  type KnownPeople,
  newTypes,
  type PersonOfLine,
  type PlannedPerson,
  planPeople,
  readPerson,
} from './lines'

/**
 * A company's collaborators, by identification (D31): collaborators that the file does not name stay as they are, and so do
 * fields that it leaves out.
 */
export const collaboratorImport = ({
  identificationKeys: keys,
  environment,
}: Pick<PeopleContext, 'identificationKeys' | 'environment'>): ImportKind<
  CollaboratorColumn,
  PersonOfLine,
  KnownPeople
> => ({
  kind: 'collaborators',
  columns: collaboratorColumns,
  read: readPerson,
  lock: lockCompany,
  load: (db, companyId, rows) => loadPeople(db, companyId, rows, keys, environment),
  plan: planPeople,
  remarks: (lines, known) =>
    newTypes(lines, known).map((name) => ({ code: 'type_added', column: 'type', values: { name } })),
  apply: (tx, companyId, lines, known) => applyPeople(tx, companyId, lines, known, keys),
})

async function loadPeople(
  db: OfficeDb | OfficeTx,
  companyId: number,
  rows: readonly PersonOfLine[],
  keys: IdentificationKeys,
  environment: Environment,
): Promise<KnownPeople> {
  const identificationTypes = await listIdentificationTypes(db)
  const made = new Map<string, readonly (string | undefined)[]>()
  const hmacOf = (id: number, identification: string): { hmac: string; oldHmac: string | undefined } => {
    const text = `${id}:${identification.toUpperCase()}`
    const hmacs = made.get(text) ?? hmacsOf(keys, id, identification).map((hmac) => hmac.toString('hex'))
    made.set(text, hmacs)
    return { hmac: present(hmacs[0], 'a key is held'), oldHmac: hmacs[1] }
  }
  const asked = new Map<string, Identified>()
  for (const { identificationType, identification } of rows) {
    const type = identificationTypeOf(identificationType, { identificationTypes })
    if (!type) continue
    const one = { identificationTypeId: type.id, ...hmacOf(type.id, identification) }
    asked.set(keyOf(one), one)
  }
  const people = await findPeopleByHmac(db, companyId, [...asked.values()])
  const elsewhere = await findEmployedElsewhere(db, companyId, [...asked.values()])
  const types = await listCollaboratorTypes(db, companyId)
  return {
    identificationTypes,
    // Of two types with one name, which a network file can make, the first by id.
    types: new Map(types.toSorted((a, b) => b.id - a.id).map((type) => [foldName(type.name), type])),
    people: new Map(people.map((person) => [keyOf(person), person])),
    elsewhere: new Set(elsewhere.map(keyOf)),
    keyOf: (identificationTypeId, identification) =>
      keyOf({ identificationTypeId, ...hmacOf(identificationTypeId, identification) }),
    refusalOf: (identificationTypeId, identification) => refusalOf(environment, identificationTypeId, identification),
  }
}

const keyOf = ({ identificationTypeId, hmac }: Identified): string => `${identificationTypeId}:${hmac}`

const peopleOf = (lines: readonly PlannedPerson[], known: KnownPeople) =>
  lines.flatMap(({ row }) => {
    const type = row && identificationTypeOf(row.identificationType, known)
    return row && type ? [{ identificationTypeId: type.id, identification: row.identification }] : []
  })

async function applyPeople(
  tx: OfficeTx,
  companyId: number,
  lines: readonly PlannedPerson[],
  known: KnownPeople,
  held: IdentificationKeys,
): Promise<void> {
  const keys = await holdKeys(tx, held)
  await bringForward(tx, keys, peopleOf(lines, known))
  const ids = new Map([...known.types].map(([name, { id }]) => [name, id]))
  for (const name of newTypes(lines, known)) ids.set(foldName(name), await insertCollaboratorType(tx, companyId, name))
  const typeIdOf = ({ type }: PersonOfLine): number | null | undefined => {
    if (type === undefined || type === '') return type === '' ? null : undefined
    return present(ids.get(foldName(type)), 'the types that lines name are all there by now')
  }
  const added: PersonToInsert[] = []
  const changed: (PersonToUpdate & { enters: boolean })[] = []
  for (const { outcome, row, before } of lines) {
    assert(row, 'a line that is applied was read')
    const type = identificationTypeOf(row.identificationType, known)
    assert(type, 'a line of an unknown type is refused')
    const key = known.keyOf(type.id, row.identification)
    const typeId = typeIdOf(row)
    if (outcome === 'added') {
      added.push({
        identificationTypeId: type.id,
        hmac: hmacIdentification(keys, type.id, row.identification).toString('hex'),
        keyGeneration: keys.generation,
        ciphertext: encryptIdentification(keys, row.identification).toString('hex'),
        firstName: present(row.firstName, 'a new person without a name is refused'),
        lastName: present(row.lastName, 'a new person without a name is refused'),
        email: row.email ?? null,
        typeId: typeId ?? null,
        active: row.active ?? true,
      })
      continue
    }
    const stands = known.people.get(key)
    assert(stands, 'what is changed was found')
    changed.push({
      id: stands.id,
      firstName: row.firstName ?? stands.firstName,
      lastName: row.lastName ?? stands.lastName,
      email: row.email === undefined ? stands.email : row.email,
      active: row.active ?? stands.active,
      typeId: before && 'type' in before ? typeId : undefined,
      enters: row.active === true && !stands.active,
    })
  }
  // In the same order everywhere, so that two companies that add the same people wait for each other and do not deadlock.
  const inOrder = added.toSorted((a, b) => (a.hmac < b.hmac ? -1 : 1))
  const plain = changed.map(({ enters: _, ...row }) => row)
  const done = (await updatePeople(tx, companyId, plain)) + (await insertPeople(tx, companyId, inOrder))
  assert(done === lines.length, 'nobody else changes the people of a company that is locked')
}
