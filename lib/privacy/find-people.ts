import { findIdentificationType } from '@/db/queries/offices/identification-types'
import { findPeopleOfNetwork } from '@/db/queries/offices/personal-data'
import { attempt } from '@/lib/attempts/attempt-change'
import type { OperatorContext } from '@/lib/context'
import { holdKeys } from '@/lib/data-keys/hold-keys'
import { hmacsOf, type IdentificationKeys } from '@/lib/identification/identification'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { privacyPermission } from './permission'

/** What the verbs of personal data work with: of the keys the search takes the digest alone. */
export type PrivacyContext = OperatorContext & { readonly identificationKeys: IdentificationKeys }

/** A person at one company; somebody who changed companies, or has two identifications, is several. */
export type FoundPerson = {
  readonly collaboratorId: number
  readonly companyId: number
  readonly companyName: string
  readonly active: boolean
  /** Of nobody who is found by an identification: who was erased has none. */
  readonly erasedAt: Date | null
  readonly createdAt: Date
}

type Sought = { readonly identificationTypeId: number; readonly identification: string }

/**
 * Who has that identification, in every company, active or not; also of a type that was retired. What was sought is kept nowhere: the
 * trail says who was found. Throws `permission_missing`, `identification_type_unknown`, and `busy` in a process that lacks a key
 * under which people stand.
 */
export const findPeople = (
  ctx: PrivacyContext,
  { identificationTypeId, identification }: Sought,
): Promise<readonly FoundPerson[]> =>
  attempt(ctx, { permission: privacyPermission, action: 'person.sought' }, async ({ tx, record }) => {
    if (!(await findIdentificationType(tx, identificationTypeId))) {
      throw new OfficeFault('identification_type_unknown', { field: 'identificationTypeId' })
    }
    const keys = await holdKeys(tx, ctx.identificationKeys)
    const hmacs = hmacsOf(keys, identificationTypeId, identification)
    const found = await findPeopleOfNetwork(tx, identificationTypeId, hmacs)
    await record({ people: found.map(({ collaboratorId }) => collaboratorId) })
    return found
  })
