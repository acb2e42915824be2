import type { KeyObject } from 'node:crypto'
import { certifyRun, closeScene, endRun as end, listCalls } from '@/db/queries/offices/certification'
import { attempt } from '@/lib/attempts/attempt-change'
import type { AccountContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import { referenceOf } from '@/lib/credentials/reference'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { newCode } from '@/lib/kernel/random-text'
import { requireTestEnvironment } from '@/lib/sandbox/context'
import type { RunChosen } from './drafts'
import { evidenceOf, signEvidence } from './evidence'
import { judgeRun } from './judgement'
import { playedOf } from './played'
import { type CertificationContext, lockOf, requireUnended } from './require-run'
import { adapterOfCall, validMonths } from './state'
import { isPassed } from './verdict'

/** What the end of a run works with besides: `certificateKey` signs the evidence (ADR-0052). */
export type EndingContext = CertificationContext &
  Pick<AccountContext, 'now' | 'officeUrl'> & { readonly certificateKey: KeyObject }

/**
 * Ends a run, judges all of it, and certifies the adapter when it has passed. The lock is also that of who writes calls down: a call that
 * was answered is judged, whichever process did (ADR-0050), and one that was not is not of the run. Throws `not_found`, and `run_over` when it has ended before.
 */
export function endRun(ctx: EndingContext, { runId }: RunChosen): Promise<{ state: 'passed' | 'failed' | 'void' }> {
  requireTestEnvironment(ctx)
  const { merchantId } = ctx.member
  const change = {
    permission: integrationsPermission,
    action: 'certification.ended',
    subject: { type: 'certification', id: runId },
    lock: lockOf(ctx, runId),
  } as const
  return attempt(ctx, change, async ({ tx, doer, record }) => {
    const { run, played } = await requireUnended(tx, merchantId, runId)
    const open = played.find(({ closedAt }) => closedAt === null)
    // Nobody said what they saw of it, and it is judged without.
    if (open !== undefined) await closeScene(tx, merchantId, open.id, {})
    const calls = await listCalls(tx, merchantId, runId)
    const named = calls.filter((call) => adapterOfCall(call) !== undefined)
    // Who writes calls down makes a run void at once; what two processes wrote at the same time is found here.
    if (new Set(named.map(adapterOfCall)).size > 1) {
      await required(end(tx, merchantId, runId, { state: 'void', verdicts: null }))
      await record({ result: 'void' })
      return { state: 'void' }
    }
    const endedAt = ctx.now()
    const judged = { declared: run.declared, scenes: playedOf(played, endedAt), calls }
    const verdicts = judgeRun(judged)
    if (!isPassed(verdicts)) {
      await required(end(tx, merchantId, runId, { state: 'failed', verdicts }))
      await record({ result: 'failed' })
      return { state: 'failed' }
    }
    const validUntil = new Date(endedAt)
    validUntil.setUTCMonth(validUntil.getUTCMonth() + validMonths)
    const code = newCode()
    const facts = {
      ...{ issuer: ctx.officeUrl, certificate: code, merchant: doer.tenant, credential: referenceOf(run).kind },
      ...{ startedAt: run.openedAt.toISOString(), endedAt: endedAt.toISOString() },
      ...{ validUntil: validUntil.toISOString(), userAgent: named[0]?.userAgent ?? '' },
    }
    const evidence = signEvidence(evidenceOf(facts, judged, verdicts), ctx.certificateKey)
    await required(certifyRun(tx, merchantId, runId, { verdicts, code, evidence, endedAt, validUntil }))
    await record({ result: 'passed', code })
    return { state: 'passed' }
  })
}

async function required(ended: Promise<boolean>): Promise<void> {
  if (!(await ended)) throw new OfficeFault('run_over')
}
