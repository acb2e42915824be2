import { violates } from '@/db/errors'
import type { OfficeTx } from '@/db/office'
import { attempt } from '@/lib/attempts/attempt-change'
import { requirePermission } from '@/lib/attempts/require-permission'
import { recordEvent } from '@/lib/audit/record-event'
import type { AccountContext, CompanyContext, PeopleContext } from '@/lib/context'
import { applyImport } from '@/lib/imports/apply-import'
import type { Counts } from '@/lib/imports/fingerprint'
import { dropImport, holdImport, readImport } from '@/lib/imports/hold-import'
import type { PlannedLine } from '@/lib/imports/plan'
import { type ImportPlan, planImport } from '@/lib/imports/plan-import'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { identificationSchema, tailOf } from './drafts'
import { collaboratorImport } from './import-collaborators'
import { collaboratorsPermission } from './permission'

/** The context of verbs on files of collaborators. */
export type PeopleFilesContext = PeopleContext & Pick<AccountContext, 'importKey'>

/** Denials that tell something of another company go into the audit trail although nothing was done. */
const change = { permission: collaboratorsPermission, alsoDenied: ['employed_elsewhere'] } as const

const settingsOf = ({ importKey, member }: PeopleFilesContext) => ({
  importKey,
  tenant: { companyId: member.companyId },
})

/**
 * Reads a file of collaborators and keeps it, sealed, for an hour, until it is confirmed; returns the id of its preview. When
 * it names people who are active in another company, the audit trail records that, as for every such attempt (ADR-0015). Throws
 * `permission_missing`, and the faults of `readTable` and `matchColumns`.
 */
export async function uploadCollaborators(
  ctx: PeopleFilesContext,
  file: { name: string; bytes: Uint8Array },
): Promise<number> {
  requirePermission(ctx.member, collaboratorsPermission)
  const kind = collaboratorImport(ctx)
  const read = await readImport(kind, file.bytes)
  const holding = { ...settingsOf(ctx), userId: ctx.member.userId }
  return attempt(ctx, { ...change, action: 'collaborators.uploaded' }, async ({ tx }) => {
    const id = await holdImport(tx, holding, kind, { name: file.name, read })
    await recordElsewhere(tx, ctx, await planImport(tx, settingsOf(ctx), kind, id))
    return id
  })
}

/** Records how many lines name somebody who is active in another company: the preview tells its reader so for each of them. */
async function recordElsewhere(tx: OfficeTx, ctx: CompanyContext, { lines, fileName }: ImportPlan): Promise<void> {
  const reason = 'employed_elsewhere'
  const count = lines.filter(({ reasons }) => reasons.some(({ code }) => code === reason)).length
  if (count === 0) return
  const { companyId, userId } = ctx.member
  const tried = {
    action: 'collaborators.uploaded',
    outcome: 'denied',
    subjectType: 'company',
    subjectId: companyId,
  } as const
  await recordEvent(tx, ctx.origin, { ...tried, companyId, userId, details: { reason, name: fileName, count } })
}

/**
 * What an uploaded file would change now, with only the last characters of each identification (D32). Throws
 * `permission_missing`, `not_found`, `import_expired`, `import_applied`.
 */
export async function previewCollaborators(ctx: PeopleFilesContext, id: number): Promise<ImportPlan> {
  requirePermission(ctx.member, collaboratorsPermission)
  const plan = await planImport(ctx.db, settingsOf(ctx), collaboratorImport(ctx), id)
  return { ...plan, lines: plan.lines.map(masked) }
}

function masked({ row: _, ...line }: PlannedLine): PlannedLine {
  const said = line.cells.identification ?? ''
  const whole = identificationSchema.safeParse(said)
  return { ...line, cells: { ...line.cells, identification: `••••${whole.success ? tailOf(whole.data) : ''}` } }
}

/**
 * Applies the plan that the preview with that fingerprint (`seen`) showed, whole, from the next eligibility call on (D57).
 * Throws `permission_missing`, `not_found`, `import_changed`, `import_applied`, `import_expired`, `import_empty`;
 * `employed_elsewhere` when another company added one of the people meanwhile, and `busy` while it is adding them.
 */
export async function confirmCollaborators(
  ctx: PeopleFilesContext,
  input: { id: number; seen: string },
): Promise<Counts> {
  const kind = collaboratorImport(ctx)
  const subject = { type: 'import', id: input.id } as const
  return attempt(ctx, { ...change, action: 'collaborators.imported', subject }, async ({ tx, record }) => {
    const { counts, fileName } = await applyImport(tx, settingsOf(ctx), kind, input).catch(asFault)
    const { added, changed, same, refused } = counts
    await record({ name: fileName, added, changed, same, refused })
    return counts
  })
}

function asFault(error: unknown): never {
  if (violates(error, 'collaborators_one_employment')) throw new OfficeFault('employed_elsewhere')
  throw error
}

/** Deletes an uploaded file. Throws `permission_missing`, `not_found`. */
export async function dropCollaborators(ctx: PeopleFilesContext, id: number): Promise<void> {
  const kind = collaboratorImport(ctx)
  const subject = { type: 'import', id } as const
  await attempt(ctx, { ...change, action: 'collaborators.dropped', subject }, async ({ tx, record }) => {
    await dropImport(tx, { companyId: ctx.member.companyId }, kind, id)
    await record()
  })
}
