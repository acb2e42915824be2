/**
 * A sale at the till in the browser, from the press of "Aplicar" to its outcome (D70). Pure: what is kept between two moments, and
 * what an answer makes of it. It holds no identification. Its two keys are made with it, so that every repetition of a call, by any
 * tab and after any loss, is the same call to the service.
 */

type Applied = {
  readonly authorizationCode: string
  /** Amounts as the service answered them. */
  readonly purchaseAmount: number
  readonly discountAmount: number
  readonly finalAmount: number
  readonly expiresAt: string
}

/** What is known of a sale when it begins, for its own screen. */
export type SaleStart = {
  readonly reference: string
  readonly applyKey: string
  readonly chargeKey: string
  readonly customer: string
  readonly company: string
  readonly discount: string
}

export type Sale = SaleStart &
  (
    | { readonly step: 'applying' }
    /** Given up before it was known whether it was applied. */
    | { readonly step: 'dropping' }
    | ({ readonly step: 'applied' } & Applied)
    /** `paidAt` is fixed by the first press: another moment would be another call. */
    | ({ readonly step: 'charging'; readonly paidAt: string } & Applied)
    | ({ readonly step: 'canceling' } & Applied)
    | ({ readonly step: 'charged'; readonly code: string } & Applied)
    | { readonly step: 'canceled' }
    /** It could not be charged any more: its time was over, or it had been canceled elsewhere. */
    | ({ readonly step: 'lapsed'; readonly wasPaid: boolean } & Applied)
    /** The discount was never reserved. `code` is why, when the service said so. */
    | { readonly step: 'refused'; readonly code: string | undefined }
  )

/** Nothing is to be asked any more, and nothing was lost. */
export const isOver = ({ step }: Sale): boolean =>
  step === 'charged' || step === 'canceled' || step === 'lapsed' || step === 'refused'

/** The service owes an answer: the call is made until there is one. */
export const isPending = (
  sale: Sale,
): sale is Extract<Sale, { step: 'applying' | 'dropping' | 'charging' | 'canceling' }> =>
  sale.step === 'applying' || sale.step === 'dropping' || sale.step === 'charging' || sale.step === 'canceling'

type AuthorizationAnswer = Applied & { readonly status: 'Authorized' | 'Consumed' | 'Expired' | 'Released' }

/** What became of the key of an apply, or what an authorization is now; `now` is the service's clock. */
export type Standing = AuthorizationAnswer & {
  readonly consumption: { readonly code: string } | null
  readonly now: string
}

/**
 * The call that takes a sale on: `apply` only by who still has what was typed, since nobody else knows the identification. To find
 * out what stands is always safe.
 */
export type Call = 'apply' | 'charge' | 'release' | 'standing'

/** `unsure` says that the service refused a call because its effect, or another one, is there already: one asks what stands. */
export function callOf(sale: Sale, { hasDraft, unsure }: { hasDraft: boolean; unsure: boolean }): Call | undefined {
  if (!isPending(sale)) return undefined
  if (unsure || sale.step === 'dropping') return 'standing'
  if (sale.step === 'applying') return hasDraft ? 'apply' : 'standing'
  return sale.step === 'charging' ? 'charge' : 'release'
}

/** What came back of a call: its value, a refusal by a rule, or nothing that says what became of it. */
export type Answer =
  | { readonly call: 'apply' | 'release'; readonly value: AuthorizationAnswer }
  | { readonly call: 'charge'; readonly value: Omit<Applied, 'expiresAt'> & { readonly code: string } }
  | { readonly call: 'standing'; readonly value: Standing }
  | { readonly call: Call; readonly refused: string }

/** What the answer makes of the sale, and whether one must ask what stands before anything else. */
export function whatFollows(sale: Sale, answer: Answer): { sale: Sale; unsure: boolean } {
  const sure = (next: Sale) => ({ sale: next, unsure: false })
  // It was on its way all the time.
  if (sale.step === 'refused' && answer.call === 'apply' && 'value' in answer) {
    return sure({ ...startOf(sale), ...appliedOf(answer.value), step: 'applied' })
  }
  // An answer that comes when the sale is over, from another tab's call, changes nothing.
  if (!isPending(sale)) return sure(sale)
  if ('refused' in answer) return refusedIn(sale, answer.call, answer.refused)
  if (answer.call === 'standing') return sure(standingIn(sale, answer.value))
  if (answer.call === 'apply') {
    if (sale.step === 'applying') return sure({ ...startOf(sale), ...appliedOf(answer.value), step: 'applied' })
    if (sale.step === 'dropping') return sure({ ...startOf(sale), ...appliedOf(answer.value), step: 'canceling' })
    return sure(sale)
  }
  if (sale.step === 'applying' || sale.step === 'dropping') return sure(sale)
  const applied = { ...startOf(sale), ...appliedOf(sale) }
  if (answer.call === 'charge') {
    const { code, purchaseAmount, discountAmount, finalAmount } = answer.value
    return sure({ ...applied, purchaseAmount, discountAmount, finalAmount, step: 'charged', code })
  }
  return sure({ ...startOf(sale), step: 'canceled' })
}

function refusedIn(sale: Sale, call: Call, code: string): { sale: Sale; unsure: boolean } {
  const sure = (next: Sale) => ({ sale: next, unsure: false })
  // It is known to be applied: a refusal of the key was given before that, to another tab, and ends nothing.
  if (sale.step !== 'applying' && sale.step !== 'dropping') return { sale, unsure: true }
  // The key made nothing: nothing was lost, it never was.
  if (call === 'standing') {
    return sure(
      sale.step === 'applying'
        ? { ...startOf(sale), step: 'refused', code: undefined }
        : { ...startOf(sale), step: 'canceled' },
    )
  }
  // The key is bound: by this sale itself, whose answer was lost.
  if (call !== 'apply' || code === 'idempotency_key_reused') return { sale, unsure: true }
  return sure(
    sale.step === 'dropping' ? { ...startOf(sale), step: 'canceled' } : { ...startOf(sale), step: 'refused', code },
  )
}

function standingIn(sale: Sale, standing: Standing): Sale {
  const applied = { ...startOf(sale), ...appliedOf(standing) }
  const code = standing.consumption?.code
  if (standing.status === 'Consumed' && code !== undefined) return { ...applied, step: 'charged', code }
  if (standing.status === 'Authorized') {
    if (sale.step === 'applying') return { ...applied, step: 'applied' }
    if (sale.step === 'dropping') return { ...applied, step: 'canceling' }
    // Refused although it stands: the moment of payment does not fit. Had the other call an effect, the key would say so.
    return sale.step === 'charging' ? { ...sale, paidAt: standing.now } : sale
  }
  if (sale.step === 'dropping' || sale.step === 'canceling') return { ...startOf(sale), step: 'canceled' }
  return { ...applied, step: 'lapsed', wasPaid: sale.step === 'charging' }
}

/** "Cobrado": from a reserved discount alone, and once. */
export const charge = (sale: Sale, paidAt: string): Sale =>
  sale.step === 'applied' ? { ...startOf(sale), ...appliedOf(sale), step: 'charging', paidAt } : sale

/** "El cliente canceló". */
export function cancel(sale: Sale): Sale {
  if (sale.step === 'applying') return { ...startOf(sale), step: 'dropping' }
  return sale.step === 'applied' ? { ...startOf(sale), ...appliedOf(sale), step: 'canceling' } : sale
}

const startOf = ({ reference, applyKey, chargeKey, customer, company, discount }: SaleStart): SaleStart => ({
  reference,
  applyKey,
  chargeKey,
  customer,
  company,
  discount,
})

const appliedOf = ({
  authorizationCode,
  purchaseAmount,
  discountAmount,
  finalAmount,
  expiresAt,
}: Applied): Applied => ({
  authorizationCode,
  purchaseAmount,
  discountAmount,
  finalAmount,
  expiresAt,
})
