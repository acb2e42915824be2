import { present } from '@/lib/kernel/assert'
import { type Cents, centsOfNumeric } from '@/lib/kernel/money'
import { displayName } from '@/lib/redemption/person'

/** What a purchase came to, what of it was discounted, and what was left to pay. */
export type Amounts = { readonly purchaseCents: Cents; readonly discountCents: Cents; readonly finalCents: Cents }

/** The same as a row has it: texts of `numeric`. */
type AmountsRow = { readonly purchaseAmount: string; readonly discountAmount: string; readonly finalAmount: string }

export const amountsOf = (row: AmountsRow): Amounts => ({
  purchaseCents: centsOfNumeric(row.purchaseAmount),
  discountCents: centsOfNumeric(row.discountAmount),
  finalCents: centsOfNumeric(row.finalAmount),
})

type MakerRow = {
  readonly apiKeyName: string | null
  readonly oauthClientName: string | null
  readonly memberName: string | null
}

/** The key or client that something was done with, or the person who did it at the till in the browser (D68). */
export const makerOf = ({ apiKeyName, oauthClientName, memberName }: MakerRow) => ({
  credential: present(apiKeyName ?? oauthClientName ?? memberName, 'each sale has one maker'),
  byMember: memberName !== null,
})

/** A sale, reserved or consumed, as its merchant sees it: of the collaborator the display name alone (D26). */
export type Sale = Amounts & {
  readonly code: string
  readonly reference: string
  readonly branch: string | null
  /** Null of a person who was erased (ADR-0059). */
  readonly collaborator: string | null
  readonly company: string
  readonly discount: string
  /** The name of the key, the client or the person that reserved or registered it. */
  readonly credential: string
  /** Whether that is a person. */
  readonly byMember: boolean
}

type SaleRow = AmountsRow &
  MakerRow & {
    readonly code: string
    readonly reference: string
    readonly branchName: string | null
    readonly firstName: string
    readonly lastName: string
    readonly erasedAt: Date | null
    readonly companyName: string
    readonly discountName: string
  }

export const saleOf = (row: SaleRow): Sale => ({
  code: row.code,
  reference: row.reference,
  branch: row.branchName,
  collaborator: row.erasedAt === null ? displayName(row.firstName, row.lastName) : null,
  company: row.companyName,
  discount: row.discountName,
  ...makerOf(row),
  ...amountsOf(row),
})

type Times = {
  readonly registeredAt: Date
  /** When it was paid, as the till said. */
  readonly consumptionDate: Date
}

/** A sale that was paid and registered. */
export type ConsumedSale = Sale & Times

export const consumedSaleOf = (row: SaleRow & Times): ConsumedSale => ({
  ...saleOf(row),
  registeredAt: row.registeredAt,
  consumptionDate: row.consumptionDate,
})
