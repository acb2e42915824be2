import { redirect, unstable_rethrow } from 'next/navigation'
import type { ZodObject, ZodType, z } from 'zod'
import { foundNoRoom } from '@/db/errors'
import { passStepUp } from '@/lib/accounts/pass-second-step'
import type { CompanyPermission, MerchantPermission } from '@/lib/accounts/permissions'
import { needsStepUp } from '@/lib/accounts/session'
import type { AccountContext } from '@/lib/context'
import { describeError } from '@/lib/http/log'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { inputOf } from './action-input'
import type { FormState, OfficeField, OfficeName } from './form-state'
import { officeService } from './office-service'
import { accountContext, requestOrigin } from './origin'
import { type Lack, recordDeniedAccess } from './record-denied-access'
import { isSameOrigin } from './same-origin'
import {
  type CompanyMemberContext,
  companyAccess,
  type MerchantMemberContext,
  memberAccess,
  requireUser,
  type SignedIn,
} from './session'

/** What `<Form>` sends to: FormData in, the form's next state out. */
export type Action<Value> = (state: FormState<Value>, entries: FormData) => Promise<FormState<Value>>

/** The field of a fresh code, in forms of actions that ask for one. */
export const stepUpField = 'stepUpCode'

const officeField: OfficeField = 'office'

type Fields = ZodObject<Record<string, ZodType>>

/**
 * An action that anybody may call: the Origin is ours, the input has its shape, and what goes wrong becomes the form's next state.
 * Every server action is one of the four here, since each is an address that anyone can post to.
 */
export const publicAction = <Shape extends Fields, Value>(
  schema: Shape,
  run: (ctx: AccountContext, input: z.infer<Shape>) => Promise<Value>,
): Action<Value> => {
  const read = inputOf(schema)
  return (_, entries) => answer(async () => run(await accountContext(), read(entries)))
}

/** An action of whoever is signed in, on their own account. Others are led to sign in. */
export const userAction = <Shape extends Fields, Value>(
  schema: Shape,
  run: (ctx: SignedIn, input: z.infer<Shape>) => Promise<Value>,
): Action<Value> => {
  const read = inputOf(schema)
  return (_, entries) => answer(async () => run(await requireUser(), read(entries)))
}

/**
 * An action of a member for their merchant: both steps passed, the permission held at this moment (P-08), and, with `stepUp`, a
 * code not older than five minutes: the form then sends one as `stepUpCode`, and is refused with `step_up_required` without.
 */
export const memberAction = <Shape extends Fields, Value>(
  options: { schema: Shape; permission?: MerchantPermission; stepUp?: boolean },
  run: (ctx: MerchantMemberContext, input: z.infer<Shape>) => Promise<Value>,
): Action<Value> => {
  const read = inputOf(options.schema)
  return (_, entries) =>
    answer(async () => {
      const access = await memberAccess(options.permission)
      if (!access.granted) return refuse(access.ctx, access.missing)
      requireOffice(entries, `merchant-${access.ctx.member.merchantId}`)
      const input = read(entries)
      if (options.stepUp) await stepUp(access.ctx, entries)
      return run(access.ctx, input)
    })
}

/** An action of a member for their company: both steps passed, the permission held at this moment. */
export const companyAction = <Shape extends Fields, Value>(
  options: { schema: Shape; permission: CompanyPermission },
  run: (ctx: CompanyMemberContext, input: z.infer<Shape>) => Promise<Value>,
): Action<Value> => {
  const read = inputOf(options.schema)
  return (_, entries) =>
    answer(async () => {
      const access = await companyAccess(options.permission)
      if (!access.granted) return refuse(access.ctx, access.missing)
      requireOffice(entries, `company-${access.ctx.member.companyId}`)
      return run(access.ctx, read(entries))
    })
}

async function refuse(ctx: SignedIn, missing: 'two_step' | Lack): Promise<never> {
  if (missing === 'two_step') throw new OfficeFault('two_step_missing')
  await recordDeniedAccess(ctx, 'action.called', missing)
  throw new OfficeFault('permission_missing', { values: { permission: missing } })
}

/**
 * Refuses a form that was sent from a page of one office after its reader turned to another office in another tab: a
 * key must not be made for the wrong shop. This prevents mistakes and is no access control: a user may do what their
 * memberships allow.
 */
function requireOffice(entries: FormData, here: OfficeName): void {
  const meant = entries.get(officeField)
  if (meant !== null && meant !== here) throw new OfficeFault('office_changed')
}

async function stepUp(ctx: MerchantMemberContext, entries: FormData): Promise<void> {
  if (!needsStepUp(ctx.session)) return
  const code = entries.get(stepUpField)
  if (typeof code !== 'string' || code.trim() === '') throw new OfficeFault('step_up_required', { field: stepUpField })
  try {
    await passStepUp(ctx, { code })
  } catch (error) {
    if (!(error instanceof OfficeFault)) throw error
    throw new OfficeFault(error.code, { field: stepUpField, values: { ...error.values } })
  }
}

async function answer<Value>(work: () => Promise<Value>): Promise<FormState<Value>> {
  try {
    if (!(await isSameOrigin())) throw new OfficeFault('foreign_origin')
    return { status: 'done', value: await work() }
  } catch (error) {
    // Redirects travel as errors.
    unstable_rethrow(error)
    return refusal(error)
  }
}

async function refusal(error: unknown): Promise<FormState<never>> {
  if (error instanceof OfficeFault) {
    if (error.code === 'session_ended') redirect('/sign-in')
    const { code, values, field } = error
    return { status: 'refused', code, values, ...(field === undefined ? {} : { field }) }
  }
  // Somebody else was changing the same thing, and this attempt changed nothing: a second attempt will succeed.
  if (foundNoRoom(error)) return { status: 'refused', code: 'busy', values: {} }
  const { requestId } = await requestOrigin()
  officeService().log.error({ requestId, fault: describeError(error) }, 'an action failed')
  return { status: 'refused', code: 'unexpected', requestId }
}
