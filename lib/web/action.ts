import { redirect, unstable_rethrow } from 'next/navigation'
import type { ZodObject, ZodType, z } from 'zod'
import { foundNoRoom } from '@/db/errors'
import { passStepUp } from '@/lib/accounts/pass-second-step'
import { needsStepUp } from '@/lib/accounts/session'
import type { AccountContext } from '@/lib/context'
import { describeError } from '@/lib/http/log'
import { type FieldFault, OfficeFault } from '@/lib/kernel/office-fault'
import { inputOf } from './action-input'
import type { FormState, OfficeField, OfficeName } from './form-state'
import { accessToDo, type MemberContext, type Refused, recordDeniedAccess, type Section } from './office'
import { officeService } from './office-service'
import { accountContext, requestOrigin } from './origin'
import { isSameOrigin } from './same-origin'
import { requireUser, type SignedIn } from './session'

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

type OfficeAction = <Context extends MemberContext, Shape extends Fields, Value>(
  section: Section<Context>,
  schema: Shape,
  run: (ctx: Context, input: z.infer<Shape>) => Promise<Value>,
) => Action<Value>

/** What an action asks for beside its input, and the form does not have. */
type Missing = (ctx: SignedIn, entries: FormData) => readonly FieldFault[]

const actionWith =
  (missing: Missing, confirm: (ctx: SignedIn, entries: FormData) => Promise<void>): OfficeAction =>
  (section, schema, run) => {
    const read = inputOf(schema)
    return (_, entries) =>
      answer(async () => {
        const access = await accessToDo(section)
        if (!access.granted) return refuse(access)
        requireOffice(entries, `${section.office.kind}-${access.id}`)
        const input = read(entries, missing(access.ctx, entries))
        await confirm(access.ctx, entries)
        return run(access.ctx, input)
      })
  }

/** An action of a member for their tenant: both steps passed, the permission held at this moment (P-08). */
export const officeAction = actionWith(
  () => [],
  async () => {},
)

/**
 * The same, with a code not older than five minutes: the form sends one as `stepUpCode`, and is refused with
 * `step_up_required` without.
 */
export const stepUpAction = actionWith(missingCode, stepUp)

async function refuse(refused: Refused): Promise<never> {
  const { missing } = refused
  if (missing === 'two_step') throw new OfficeFault('two_step_missing')
  if (missing === 'support_view') throw new OfficeFault('permission_missing', { values: { permission: missing } })
  await recordDeniedAccess(refused, missing, 'action.called')
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

const codeIn = (entries: FormData): string => {
  const code = entries.get(stepUpField)
  return typeof code === 'string' ? code.trim() : ''
}

function missingCode(ctx: SignedIn, entries: FormData): readonly FieldFault[] {
  return needsStepUp(ctx.session) && codeIn(entries) === ''
    ? [{ field: stepUpField, code: 'step_up_required', values: {} }]
    : []
}

/** A code works once, so it is checked after the input is known to be sound. */
async function stepUp(ctx: SignedIn, entries: FormData): Promise<void> {
  if (!needsStepUp(ctx.session)) return
  const code = codeIn(entries)
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
    const { code, values, field, further } = error
    return { status: 'refused', code, values, further, ...(field === undefined ? {} : { field }) }
  }
  // Somebody else was changing the same thing, and this attempt changed nothing: a second attempt will succeed.
  if (foundNoRoom(error)) return { status: 'refused', code: 'busy', values: {} }
  const { requestId } = await requestOrigin()
  officeService().log.error({ requestId, fault: describeError(error) }, 'an action failed')
  return { status: 'refused', code: 'unexpected', requestId }
}
