import type { OfficeTx } from '@/db/office'
import {
  countUnusedRecoveryCodes,
  findUnusedRecoveryCode,
  spendRecoveryCode,
} from '@/db/queries/offices/recovery-codes'
import { forgetFailures } from '@/db/queries/offices/throttles'
import { findUser, lockUser, takeTotpStep, type UserRecord } from '@/db/queries/offices/users'
import type { AccountEvent, AuditReason } from '@/lib/audit/events'
import type { AccountContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { matchesSecretText } from './hash-password'
import { notifyUser } from './notify-user'
import { recordUserEvent } from './record-user-event'
import { parseRecoveryCode } from './recovery'
import { openTotpSecret } from './seal'
import { takeAttempt } from './take-attempt'
import { totpStepOf } from './totp'

/** A code that is right and not used up yet. */
export type Proof =
  | { readonly by: 'totp'; readonly secret: string; readonly step: number }
  | { readonly by: 'recovery_code'; readonly codeId: number }

/** What a code is asked for, and what a wrong one is counted for; when absent, it counts for a session past both steps. */
type Given = {
  readonly code: string
  readonly attempt: AccountEvent
  readonly totpOnly?: boolean
  readonly counter?: CodeCounter
}

export type CodeCounter = {
  readonly scope: 'second_step_account' | 'second_step_device' | 'signed_in_code'
  readonly subject: string
}

const signedIn = (user: UserRecord): CodeCounter => ({ scope: 'signed_in_code', subject: String(user.id) })

/**
 * Checks a code of the authenticator, or a recovery code, for the `attempt` that asks for it; `spendProof` then uses the code
 * up. Throws `code_wrong`, also for a code of a time step that does not count, and `too_many_attempts`.
 */
async function checkCode(
  ctx: AccountContext,
  user: UserRecord,
  input: Given & { counter: CodeCounter },
): Promise<Proof> {
  await takeAttempt(ctx.db, input.counter.scope, input.counter.subject)
  const proof = await proofOf(ctx, user, input)
  if (proof) return proof
  await recordDenial(ctx, user.id, input.attempt, 'code_wrong')
  throw new OfficeFault('code_wrong', { field: 'code' })
}

async function proofOf(
  ctx: AccountContext,
  user: UserRecord,
  { code, totpOnly = false }: { code: string; totpOnly?: boolean },
): Promise<Proof | undefined> {
  if (!user.totpSecret) return undefined
  const digits = code.replace(/\s/g, '')
  const secret = openTotpSecret(ctx.totpKey, user.id, { sealed: user.totpSecret, generation: user.totpKeyGeneration })
  const step = totpStepOf(secret, digits, ctx.now())
  if (step !== undefined) return { by: 'totp', secret, step }
  const recovery = totpOnly ? undefined : parseRecoveryCode(code)
  if (!recovery) return undefined
  const found = await findUnusedRecoveryCode(ctx.db, user.id, recovery.prefix)
  const matches = await matchesSecretText(ctx.hashing, recovery.code, found?.codeHash)
  return matches && found ? { by: 'recovery_code', codeId: found.id } : undefined
}

/**
 * Uses a proof up in the transaction of the change that it allows. Throws `code_used` when it was used meanwhile; nothing of
 * the change remains then.
 */
async function spendProof(
  tx: OfficeTx,
  ctx: AccountContext,
  user: UserRecord,
  { proof, counter }: { proof: Proof; counter: CodeCounter },
): Promise<void> {
  // The lock puts a session that this code opens and an end of all sessions one after the other: no session escapes the end.
  await lockUser(tx, user.id)
  const spent =
    proof.by === 'totp'
      ? (await isSecretOf(tx, ctx, user.id, proof.secret)) && (await takeTotpStep(tx, user.id, proof.step))
      : await spendRecoveryCode(tx, user.id, proof.codeId)
  if (!spent) throw new OfficeFault('code_used', { field: 'code' })
  await forgetFailures(tx, counter.scope, counter.subject)
  if (proof.by === 'totp') return
  const left = await countUnusedRecoveryCodes(tx, user.id)
  await recordUserEvent(tx, ctx.origin, user.id, { action: 'recovery_code.used', details: { left } })
  await notifyUser(tx, ctx, user, { kind: 'recovery_code_used', left })
}

/** Whether a locked account still has that secret, under whatever key it stands by now. */
async function isSecretOf(tx: OfficeTx, ctx: AccountContext, userId: number, secret: string): Promise<boolean> {
  const user = await findUser(tx, userId)
  if (!user?.totpSecret) return false
  const sealed = { sealed: user.totpSecret, generation: user.totpKeyGeneration }
  return openTotpSecret(ctx.totpKey, userId, sealed) === secret
}

/**
 * Uses a code up and makes the change that it allows, both or neither. Throws as `checkCode` and `spendProof`; a code that was
 * used already leaves an audit event too.
 */
export async function withCode<T>(
  ctx: AccountContext,
  user: UserRecord,
  input: Given,
  change: (tx: OfficeTx, by: Proof['by']) => Promise<T>,
): Promise<T> {
  const { counter = signedIn(user) } = input
  const proof = await checkCode(ctx, user, { ...input, counter })
  try {
    return await ctx.db.transaction(async (tx) => {
      await spendProof(tx, ctx, user, { proof, counter })
      return change(tx, proof.by)
    })
  } catch (error) {
    if (error instanceof OfficeFault && error.code === 'code_used') {
      await recordDenial(ctx, user.id, input.attempt, 'code_used')
    }
    throw error
  }
}

const recordDenial = (ctx: AccountContext, userId: number, action: AccountEvent, reason: AuditReason): Promise<void> =>
  recordUserEvent(ctx.db, ctx.origin, userId, { action, outcome: 'denied', details: { reason } })
