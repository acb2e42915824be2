import * as z from 'zod'
import { cedulaTypeId, type IdentityCode, identificationOf, identities } from './identities'
import { trialSteps } from './steps'

const codes = identities.map(({ code }) => code) as [IdentityCode, ...IdentityCode[]]
const left = z.string().max(100).default('')

/** What the office's form of a trial sends. The key is used for the one call, and is neither kept nor answered. */
export const trialDraft = z.object({
  step: z.enum(trialSteps, 'step_missing'),
  key: z.string().trim().max(200, 'key_malformed').default(''),
  identity: z.enum(codes, 'identity_missing'),
  amount: z
    .string('amount_malformed')
    .trim()
    .regex(/^\d{1,9}(\.\d{1,2})?$/, 'amount_malformed')
    .transform(Number),
  /** Left by the call before: what is confirmed, and what is sent again to see it replayed (D44). */
  authorizationCode: left,
  reference: left,
  again: z.literal('on').optional(),
  lastKey: left,
  lastDate: left,
})

export type TrialDraft = z.output<typeof trialDraft>

/** The offer that a trial applies, and where; the same of each. */
export type TrialGround = { readonly discountId: number; readonly branchId: number | undefined }

/** What does not follow from the draft: new for each call, unless one is sent again. */
export type TrialMoment = { readonly reference: string; readonly consumptionDate: string }

/** The body of the call. Its two lines of articles fit the discounts of the sandbox on a category and on an article. */
export function bodyOfTrial(draft: TrialDraft, { discountId, branchId }: TrialGround, moment: TrialMoment): object {
  const { reference, consumptionDate } = moment
  if (draft.step === 'consume') return { authorizationCode: draft.authorizationCode, reference, consumptionDate }
  const identity = identities.find(({ code }) => code === draft.identity)
  const who = {
    identificationTypeId: cedulaTypeId,
    identification: identity ? identificationOf(identity, cedulaTypeId) : '',
    ...(branchId === undefined ? {} : { branchId }),
    purchaseAmount: draft.amount,
  }
  if (draft.step === 'eligibility') return who
  const items = [
    { sku: 'TEST-01', quantity: 2, unitPrice: 35 },
    { sku: 'TEST-05', quantity: 1, unitPrice: 210 },
  ]
  return { ...who, merchantDiscountId: discountId, reference, items }
}
