import type { z } from 'zod'
import type { OfficeTx } from '@/db/office'
import { findApproval } from '@/db/queries/offices/approvals'
import type { PersonOfNetwork } from '@/db/queries/offices/personal-data'
import type { Carried } from '@/lib/approvals/registry'
import { attempt } from '@/lib/attempts/attempt-change'
import { decryptIdentification } from '@/lib/identification/identification'
import { jsonOfCents } from '@/lib/kernel/money'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { Language } from '@/lib/language/language'
import type { Amounts } from '@/lib/sales/sale'
import type { PrivacyContext } from './find-people'
import { aboutPeople, wordsOfPeople } from './name-people'
import { privacyPermission } from './permission'
import { heldOf, requirePeople } from './show-held'
import { type PersonData, writePersonPaper } from './write-paper'

type Payload = z.output<typeof aboutPeople>

/** For how long after the approval the file can be had. */
const downloadHours = 24

/** The most rows of each kind in a file: nobody buys so often. */
const rowsMax = 100_000

async function requireThere(ctx: Pick<PrivacyContext, 'db'>, { collaboratorIds }: Payload): Promise<void> {
  const people = await requirePeople(ctx.db, collaboratorIds)
  if (people.some(({ erasedAt }) => erasedAt !== null)) throw new OfficeFault('already_erased')
}

/**
 * An export of what is held of a person needs two people (ADR-0055, ADR-0059). Nothing is made when it is approved: the file is made
 * from the rows whenever it is downloaded.
 */
export const personExport: Carried<Payload> = {
  schema: aboutPeople,
  words: wordsOfPeople,
  check: requireThere,
  carryOut: async (ctx, payload) => {
    await requireThere(ctx, payload)
    return { people: payload.collaboratorIds }
  },
}

type Asked = { readonly approvalId: number; readonly format: 'json' | 'pdf'; readonly language: Language }

/**
 * The file of an approved export, made anew, for who proposed or approved it and for 24 hours; the trail has each download. A PDF takes
 * up to a second of a processor: for a file thread (ADR-0020). Throws `permission_missing`; `not_found` for another's, and once its time
 * is over; `already_erased`.
 */
export const writePersonFile = (
  ctx: PrivacyContext & { readonly now: () => Date },
  { approvalId, format, language }: Asked,
): Promise<{ name: readonly string[]; bytes: Uint8Array }> => {
  const subject = { type: 'approval', id: approvalId } as const
  const asked = { permission: privacyPermission, action: 'person.downloaded', subject } as const
  return attempt(ctx, asked, async ({ tx, record }) => {
    const ids = await exportedBy(tx, ctx, approvalId)
    await requireThere(ctx, { collaboratorIds: ids })
    const data: PersonData[] = []
    for (const person of await requirePeople(tx, ids)) {
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
  approvalId: number,
): Promise<number[]> {
  const found = await findApproval(tx, approvalId)
  if (found?.kind !== 'export_data' || found.decidedAt === null) throw new OfficeFault('not_found')
  const { decision, decidedAt, decidedBy, proposedBy, payload } = found
  const isDone = decision === 'approved' || decision === 'alone'
  const isTheirs = [proposedBy, decidedBy].includes(ctx.member.userId)
  const isOver = ctx.now().getTime() - decidedAt.getTime() >= downloadHours * 3_600_000
  if (!isDone || !isTheirs || isOver) throw new OfficeFault('not_found')
  return aboutPeople.parse(payload).collaboratorIds
}
