import {
  type CollaboratorRow,
  type FoundCollaborator,
  findCollaborators,
  findEmployed,
  insertCollaborators,
  updateCollaborators,
} from '@/db/queries/network-load/collaborators'
import { analyseNetwork, findIdentificationTypes, holdKeyGeneration, type Tx } from '@/db/queries/network-load/network'
import {
  decryptIdentification,
  encryptIdentification,
  hmacIdentification,
  type IdentificationKeys,
  ofGeneration,
  requireLiveKeys,
} from '@/lib/identification/identification'
import type { NetworkFault } from './faults'
import { known } from './ids'
import type { LoadedCompany } from './load-companies'

/** What the file says of one person, and where. */
type Listed = {
  readonly path: string
  readonly identification: string
  readonly row: Omit<CollaboratorRow, 'ciphertext' | 'keyGeneration'>
}

type Changes = {
  readonly inserts: readonly Listed[]
  readonly updates: readonly (Listed & { readonly existing: FoundCollaborator })[]
}

function list(companies: readonly LoadedCompany[], keys: IdentificationKeys): Listed[] {
  return companies.flatMap(({ company, companyId, types }, c) =>
    company.collaborators.map((given, n) => {
      const { identificationTypeId, identification, firstName, lastName, email, active, type } = given
      return {
        path: `companies[${c}].collaborators[${n}]`,
        identification,
        row: {
          companyId,
          identificationTypeId,
          hmac: hmacIdentification(keys, identificationTypeId, identification).toString('hex'),
          collaboratorTypeId: type === null ? null : known(types.get(type)),
          firstName,
          lastName,
          email,
          active,
        },
      }
    }),
  )
}

/** The HMAC does not tell upper from lower case (D23), the written text does. */
const isWrittenAlike = (keys: IdentificationKeys, { identification }: Listed, { ciphertext }: FoundCollaborator) =>
  /^\d*$/.test(identification) || decryptIdentification(keys, ciphertext, keys.generation) === identification

const saysTheSame = ({ row }: Listed, existing: FoundCollaborator): boolean =>
  row.collaboratorTypeId === existing.collaboratorTypeId &&
  row.firstName === existing.firstName &&
  row.lastName === existing.lastName &&
  row.email === existing.email &&
  row.active === existing.active

function changesOf(
  listed: readonly Listed[],
  found: readonly (FoundCollaborator | undefined)[],
  keys: IdentificationKeys,
): Changes {
  const inserts: Listed[] = []
  const updates: (Listed & { existing: FoundCollaborator })[] = []
  listed.forEach((one, at) => {
    const existing = found[at]
    if (!existing) inserts.push(one)
    else if (!saysTheSame(one, existing) || !isWrittenAlike(keys, one, existing)) updates.push({ ...one, existing })
  })
  return { inserts, updates }
}

async function unknownTypeFaults(tx: Tx, listed: readonly Listed[]): Promise<NetworkFault[]> {
  const known = await findIdentificationTypes(tx, [...new Set(listed.map(({ row }) => row.identificationTypeId))])
  return listed
    .filter(({ row }) => !known.has(row.identificationTypeId))
    .map(({ path }) => ({
      path: `${path}.identificationTypeId`,
      message: 'names no identification type of this file or of the database',
    }))
}

/**
 * Writes the collaborators as the file has them. A person who is in the database alone stays as they are; a person who
 * is the same in both is not written. People who leave a company are written before people who enter one, so that a
 * person moves between companies in one file whatever their order (D31). A person who is active at a company that the
 * file does not name, or that it names without them, is returned as a fault, as is an unknown identification type: the
 * caller then has to undo the transaction. Throws while the keys of identifications are changed (ADR-0060).
 */
export async function loadCollaborators(
  tx: Tx,
  companies: readonly LoadedCompany[],
  held: IdentificationKeys,
): Promise<NetworkFault[]> {
  const live = await holdKeyGeneration(tx)
  requireLiveKeys(held, live)
  if (live.halfRekeyed) throw new Error('The keys are being changed: load when `npm run keys:rotate` has ended')
  const keys = ofGeneration(held, live.keyGeneration)
  const listed = list(companies, keys)
  const unknown = await unknownTypeFaults(tx, listed)
  if (unknown.length > 0) return unknown

  const people = listed.map(({ row }) => row)
  const { inserts, updates } = changesOf(listed, await findCollaborators(tx, people), keys)
  const sealed = <L extends Listed>({ row, identification }: L): CollaboratorRow => ({
    ...row,
    ciphertext: encryptIdentification(keys, identification).toString('hex'),
    keyGeneration: keys.generation,
  })
  const enters = ({ row, existing }: Changes['updates'][number]) => row.active && !existing.active
  const withId = (one: Changes['updates'][number]) => ({ ...sealed(one), id: one.existing.id })

  await updateCollaborators(tx, updates.filter((one) => !enters(one)).map(withId))
  const entering = [...inserts.filter(({ row }) => row.active), ...updates.filter(enters)]
  const employed = await findEmployed(
    tx,
    entering.map(({ row }) => row),
  )
  if (employed.length > 0) {
    return employed.map((at) => ({
      path: `${entering[at]?.path}.identification`,
      message: 'is active already in a company that this file does not take them out of',
    }))
  }
  await updateCollaborators(tx, updates.filter(enters).map(withId))
  await insertCollaborators(tx, inserts.map(sealed))
  if (inserts.length >= manyInserts) await analyseNetwork(tx)
  return []
}

/**
 * From so many inserts on, the tables are analysed at once, so that the tills' next statements are planned for what
 * they now hold.
 */
const manyInserts = 1_000
