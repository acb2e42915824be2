import type { OfficeTx } from '@/db/office'
import { findApproval } from '@/db/queries/offices/approvals'
import type { PersonOfNetwork } from '@/db/queries/offices/personal-data'
import { attempt } from '@/lib/attempts/attempt-change'
import { decryptIdentification } from '@/lib/identification/identification'
import { jsonOfCents } from '@/lib/kernel/money'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { Language } from '@/lib/language/language'
import type { Amounts } from '@/lib/sales/sale'
import { downloadUntil } from './downloads'
import { requireThere } from './export-person'
import type { PrivacyContext } from './find-people'
import { aboutPeople } from './name-people'
import { privacyPermission } from './permission'
import { heldOf } from './show-held'
import { type PersonData, writePersonPaper } from './write-paper'

/** The most rows of each kind in a file: nobody buys so often. */
const rowsMax = 100_000

/** `caseId` is that of the case for which the export was proposed, if it was for one. */
type Asked = {
  readonly approvalId: number
  readonly caseId?: number
  readonly format: 'json' | 'pdf'
  readonly language: Language
}

/**
 * The file of an approved export, made anew, for who proposed or approved it and for 24 hours; the trail has each download. A PDF takes
 * up to a second of a processor: for a file thread (ADR-0020). Throws `permission_missing`; `not_found` for another's, and once its time
 * is over; `already_erased`.
 */
export const writePersonFile = (
  ctx: PrivacyContext & { readonly now: () => Date },
  { approvalId, caseId, format, language }: Asked,
): Promise<{ name: readonly string[]; bytes: Uint8Array }> => {
  const subject = { type: 'approval', id: approvalId } as const
  const asked = { permission: privacyPermission, action: 'person.downloaded', subject } as const
  return attempt(ctx, asked, async ({ tx, record }) => {
    const ids = await exportedBy(tx, ctx, { approvalId, caseId })
    const data: PersonData[] = []
    for (const person of await requireThere(tx, { collaboratorIds: ids })) {
      data.push({ ...(await heldOf(tx, person, rowsMax)), identification: identificationOf(ctx, person) })
    }
    await record({ people: ids, format })
    const name = ['datos-personales', String(approvalId)]
    const at = ctx.now()
    if (format === 'pdf') return { name, bytes: await writePersonPaper(data, at, language) }
    return { name, bytes: new TextEncoder().encode(`${JSON.stringify({ at, people: data.map(inPesos) }, null, 2)}\n`) }
  })
}

const identificationOf = (ctx: PrivacyContext, { ciphertext, keyGeneration }: PersonOfNetwork): string =>
  decryptIdentification(ctx.identificationKeys, ciphertext, keyGeneration)

/** Amounts under plain names, in pesos. */
const withPesos = <Sale extends Amounts>({ purchaseCents, discountCents, finalCents, ...sale }: Sale) => ({
  ...sale,
  purchase: jsonOfCents(purchaseCents),
  discounted: jsonOfCents(discountCents),
  final: jsonOfCents(finalCents),
})

const inPesos = ({ authorizations, consumptions, ...person }: PersonData) => ({
  ...person,
  authorizations: authorizations.map(withPesos),
  consumptions: consumptions.map(withPesos),
})

/** Whose data an approval gives to this person at this moment. */
async function exportedBy(
  tx: OfficeTx,
  ctx: PrivacyContext & { readonly now: () => Date },
  asked: { readonly approvalId: number; readonly caseId: number | undefined },
): Promise<number[]> {
  const found = await findApproval(tx, asked.approvalId)
  if (!found || !downloadUntil(found, ctx.member.userId, ctx.now())) throw new OfficeFault('not_found')
  const { collaboratorIds, caseId } = aboutPeople.parse(found.payload)
  if (caseId !== asked.caseId) throw new OfficeFault('not_found')
  return collaboratorIds
}
