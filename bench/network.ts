import { hmacIdentification, type IdentificationKeys } from '@/lib/identification/identification'

/**
 * The generated network. Every row follows from its number alone, so that the loader, the load generator and pgbench agree on
 * who may use what without asking each other.
 */
export type Shape = { merchants: number; companies: number; collaborators: number }

export const discountsPerMerchant = 10
export const affiliationsPerCompany = 20
export const collaboratorTypesPerCompany = 3
export const identificationTypeId = 1

export const shapeOf = (scale: number): Shape => ({
  merchants: Math.round(200 * scale),
  companies: Math.round(1000 * scale),
  collaborators: Math.round(100_000 * scale),
})

const seed = 20_261_121

/** A random number below `bound` that is always the same for the same two names (SplitMix32). */
export function seeded(kind: number, n: number, bound: number): number {
  let x = Math.imul(seed ^ kind, 0x9e3779b1) + Math.imul(n, 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad)
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97)
  return ((x ^ (x >>> 15)) >>> 0) % bound
}

const firstNames = ['Ana María', 'José', 'Luis Alberto', 'Carmen', 'Rafael', 'Yolanda', 'Miguel', 'Altagracia']
const lastNames = ['Pérez Gómez', 'Rodríguez', 'Martínez Díaz', 'Reyes', 'Núñez', 'De la Cruz', 'Ramírez', 'Peña']

const pick = (texts: readonly string[], kind: number, n: number): string => texts[seeded(kind, n, texts.length)] ?? ''

export type Person = {
  id: number
  company: number
  typeId: number | null
  active: boolean
  identification: string
  firstName: string
  lastName: string
}

/** 11 digits, another for each person: multiplication by a number without common factor permutes them. */
const identificationOf = (id: number): string =>
  `4${String((BigInt(id) * 2_654_435_761n) % 10_000_000_000n).padStart(10, '0')}`

/** Nobody's identification. */
export const unknownIdentification = (n: number): string => `5${String(n).padStart(10, '0')}`

export function personOf(shape: Shape, id: number): Person {
  const company = 1 + ((id - 1) % shape.companies)
  const type = id % (collaboratorTypesPerCompany + 1)
  return {
    id,
    company,
    typeId: type === 0 ? null : (company - 1) * collaboratorTypesPerCompany + type,
    active: id % 20 !== 0,
    identification: identificationOf(id),
    firstName: pick(firstNames, 1, id),
    lastName: pick(lastNames, 2, id),
  }
}

export const hmacOf = (keys: IdentificationKeys, identification: string): Buffer =>
  hmacIdentification(keys, identificationTypeId, identification)

export const companyName = (company: number): string => `Empresa ${String(company).padStart(5, '0')}`

/** The merchant of the affiliation number `j` of a company. pgbench.ts computes the same. */
export const affiliatedMerchant = (shape: Shape, company: number, j: number): number =>
  1 + ((company * 7 + 13 * j) % shape.merchants)

/** The ten discounts of a merchant by slot. Slots 0 to 4 are on the whole store, a percentage, without limits. */
export type Discount = {
  id: number
  merchant: number
  live: boolean
  type: 'PCT' | 'AMT'
  /** Hundredths of a percent, or cents. */
  value: number
  maximumCents: number | null
  limited: boolean
  categoryScope: boolean
}

export function discountOf(merchant: number, slot: number): Discount {
  const id = (merchant - 1) * discountsPerMerchant + slot + 1
  const type = slot === 5 ? 'AMT' : 'PCT'
  return {
    id,
    merchant,
    live: slot !== 9,
    type,
    value: type === 'AMT' ? 5_000 + 100 * seeded(3, id, 450) : 500 + 50 * seeded(4, id, 41),
    maximumCents: slot === 6 ? 30_000 : null,
    limited: slot === 7,
    categoryScope: slot === 8,
  }
}

/** The discount that apply uses: of the affiliation's first grant. pgbench.ts computes the same. */
export const teamSlot = (company: number, j: number): number => (company + j) % 5

/** What a company grants of the merchant of its affiliation `j`: two discounts to the team, one to its first type. */
export const grantedSlots = (company: number, j: number): readonly { slot: number; toFirstType: boolean }[] => [
  { slot: teamSlot(company, j), toFirstType: false },
  { slot: 5 + ((company + 2 * j) % 5), toFirstType: false },
  { slot: (company + j + 1) % 5, toFirstType: true },
]

export const firstTypeOf = (company: number): number => (company - 1) * collaboratorTypesPerCompany + 1

/** What a person may use at the merchant of the affiliation `j` of their company. */
export const offersTo = (shape: Shape, person: Person, j: number): Discount[] =>
  grantedSlots(person.company, j)
    .filter(({ toFirstType }) => !toFirstType || person.typeId === firstTypeOf(person.company))
    .map(({ slot }) => discountOf(affiliatedMerchant(shape, person.company, j), slot))
    .filter((discount) => discount.live)

/** The discount on a purchase, half up (D15), written apart from the product's own rule so that it can prove it wrong. */
export function discountCentsOf(discount: Discount, purchaseCents: number): number {
  const whole =
    discount.type === 'PCT'
      ? Math.floor((2 * purchaseCents * discount.value + 10_000) / 20_000)
      : Math.min(discount.value, purchaseCents)
  return Math.min(whole, discount.maximumCents ?? whole)
}
