import type { OfficeTx } from '@/db/office'
import { lockImport, markImportApplied } from '@/db/queries/offices/imports'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { type Counts, countsOfFingerprint } from './fingerprint'
import type { ImportKind } from './kind'
import { tenantOf } from './kind'
import { type ImportSettings, planOf } from './plan-import'

/**
 * Applies an import as its reader saw it. The import is planned again in `tx`, while everybody else who changes the
 * same things waits. It is refused with `import_changed` when the plan is not the one that was seen (`added`,
 * `changed`, `refused` now; `wasAdded`, `wasChanged`, `wasRefused` when it was seen). Of two confirmations one
 * succeeds; the other gets `import_applied`. Throws also `not_found`, `import_expired`, `import_empty` (nothing to add
 * or change). Returns the counts for the audit event.
 */
export async function applyImport<Name extends string, Row, Known>(
  tx: OfficeTx,
  settings: ImportSettings,
  kind: ImportKind<Name, Row, Known>,
  input: { readonly id: number; readonly seen: string },
): Promise<{ counts: Counts; fileName: string }> {
  const tenantId = tenantOf(settings.tenant)
  await kind.lock(tx, tenantId)
  const { plan, known } = await planOf(tx, settings, kind, await lockImport(tx, settings.tenant, kind.kind, input.id))
  const { counts, fileName, lines } = plan
  if (plan.fingerprint !== input.seen) {
    const was = countsOfFingerprint(input.seen)
    if (!was) throw new OfficeFault('invalid_input', { field: 'seen' })
    const { added, changed, refused } = counts
    throw new OfficeFault('import_changed', {
      values: { added, changed, refused, wasAdded: was.added, wasChanged: was.changed, wasRefused: was.refused },
    })
  }
  if (counts.added + counts.changed === 0) throw new OfficeFault('import_empty')
  const changing = lines.filter(({ outcome }) => outcome === 'added' || outcome === 'changed')
  await kind.apply(tx, tenantId, changing, known)
  await markImportApplied(tx, settings.tenant, input.id)
  return { counts, fileName }
}
