import { addDays, type LocalDay, startOfDay } from '@/lib/language/days'
import { type IdentityCode, identities } from './identities'

/**
 * The rows of a merchant's sandbox (sandbox.md, Identities 1): what offices could have typed, but that one discount has ended
 * already. Each is known by its key, as the rows of a network file are.
 */

/** With which the keys of the sandbox's rows begin. */
export const sandboxKeyPrefix = 'sandbox:'

type Key = `${typeof sandboxKeyPrefix}${string}`

/**
 * One company of each for the whole installation: a person has one employment (D31), so the identities cannot be in a company of
 * each merchant (ADR-0051). They have no office. What a merchant's till sees of them is affiliated and granted by merchant.
 */
export const sandboxCompanies = [
  { key: 'sandbox:company', name: 'Empresa de Prueba', isAffiliated: true },
  {
    key: 'sandbox:long-name',
    name: "Empresa de Prueba D'Óleo, Núñez & Asociados de San Cristóbal",
    isAffiliated: true,
  },
  { key: 'sandbox:unaffiliated', name: 'Empresa de Prueba sin afiliación', isAffiliated: false },
] as const satisfies readonly { readonly key: Key; readonly name: string; readonly isAffiliated: boolean }[]

export type SandboxCompanyKey = (typeof sandboxCompanies)[number]['key']

export const sandboxBranches = [
  { key: 'sandbox:branch-1', name: 'Prueba Centro' },
  { key: 'sandbox:branch-2', name: 'Prueba Norte' },
] as const satisfies readonly { readonly key: Key; readonly name: string }[]

export const sandboxCategories = [
  { key: 'sandbox:drinks', name: 'Prueba: Bebidas' },
  { key: 'sandbox:food', name: 'Prueba: Comida' },
  { key: 'sandbox:home', name: 'Prueba: Hogar' },
] as const satisfies readonly { readonly key: Key; readonly name: string }[]

type CategoryKey = (typeof sandboxCategories)[number]['key']

/** Four of each category; the price is what examples charge, no row holds it. */
export const sandboxArticles = [
  { sku: 'TEST-01', name: 'Agua 600 ml', category: 'sandbox:drinks', price: '35.00' },
  { sku: 'TEST-02', name: 'Jugo de chinola 1 L', category: 'sandbox:drinks', price: '110.00' },
  { sku: 'TEST-03', name: 'Café molido 454 g', category: 'sandbox:drinks', price: '325.00' },
  { sku: 'TEST-04', name: 'Leche 1 L', category: 'sandbox:drinks', price: '78.50' },
  { sku: 'TEST-05', name: 'Arroz 5 lb', category: 'sandbox:food', price: '210.00' },
  { sku: 'TEST-06', name: 'Habichuelas rojas 2 lb', category: 'sandbox:food', price: '145.00' },
  { sku: 'TEST-07', name: 'Salami 1 lb', category: 'sandbox:food', price: '132.25' },
  { sku: 'TEST-08', name: 'Plátano, por libra', category: 'sandbox:food', price: '28.00' },
  { sku: 'TEST-09', name: 'Detergente 2 lb', category: 'sandbox:home', price: '189.95' },
  { sku: 'TEST-10', name: 'Papel higiénico, 12 rollos', category: 'sandbox:home', price: '415.00' },
  { sku: 'TEST-11', name: 'Escoba', category: 'sandbox:home', price: '275.00' },
  { sku: 'TEST-12', name: 'Bombillo LED 9 W', category: 'sandbox:home', price: '99.00' },
] as const satisfies readonly {
  readonly sku: `TEST-${string}`
  readonly name: string
  readonly category: CategoryKey
  readonly price: string
}[]

type DiscountShape = {
  readonly key: Key
  readonly name: string
  readonly type: 'PCT' | 'AMT'
  readonly value: string
  /** The whole store when neither is said. */
  readonly category?: CategoryKey
  readonly sku?: (typeof sandboxArticles)[number]['sku']
  readonly usesPerCollaboratorPerDay?: number
  readonly budget?: string
  readonly minimumPurchase?: string
  readonly maximumDiscount?: string
  /** Its last day was the day before the sandbox was prepared. */
  readonly hasEnded?: true
}

export const sandboxDiscounts = [
  { key: 'sandbox:store', name: 'Prueba: 10 % en toda la tienda', type: 'PCT', value: '10.00' },
  { key: 'sandbox:fixed-150', name: 'Prueba: RD$150.00 de descuento', type: 'AMT', value: '150.00' },
  {
    key: 'sandbox:category',
    name: 'Prueba: 15 % en bebidas',
    type: 'PCT',
    value: '15.00',
    category: 'sandbox:drinks',
  },
  { key: 'sandbox:article', name: 'Prueba: 20 % en agua 600 ml', type: 'PCT', value: '20.00', sku: 'TEST-01' },
  { key: 'sandbox:fixed-500', name: 'Prueba: RD$500.00 de descuento', type: 'AMT', value: '500.00' },
  {
    key: 'sandbox:bounded',
    name: 'Prueba: 15 % desde RD$1,000.00, máximo RD$200.00',
    type: 'PCT',
    value: '15.00',
    minimumPurchase: '1000.00',
    maximumDiscount: '200.00',
  },
  { key: 'sandbox:fraction', name: 'Prueba: 12.5 % en toda la tienda', type: 'PCT', value: '12.50' },
  { key: 'sandbox:over', name: 'Prueba: 10 % que ya terminó', type: 'PCT', value: '10.00', hasEnded: true },
  {
    key: 'sandbox:daily',
    name: 'Prueba: 10 %, un uso al día',
    type: 'PCT',
    value: '10.00',
    usesPerCollaboratorPerDay: 1,
  },
  {
    key: 'sandbox:budget',
    name: 'Prueba: 10 % con presupuesto para una compra de RD$1,000.00',
    type: 'PCT',
    value: '10.00',
    budget: '100.00',
  },
  {
    key: 'sandbox:long-name-discount',
    name: "Prueba: 10 % en el colmado «D'Óleo y Núñez» para los señores",
    type: 'PCT',
    value: '10.00',
  },
] as const satisfies readonly DiscountShape[]

export type SandboxDiscountKey = (typeof sandboxDiscounts)[number]['key']

/** The collaborator types: each is granted just the discounts of the identities that are of it. */
const types = {
  'sandbox:all': { company: 'sandbox:company', name: 'Toda la tienda', discounts: ['sandbox:store'] },
  'sandbox:four': {
    company: 'sandbox:company',
    name: 'Cuatro beneficios',
    discounts: ['sandbox:store', 'sandbox:fixed-150', 'sandbox:category', 'sandbox:article'],
  },
  'sandbox:drinks-alone': { company: 'sandbox:company', name: 'Solo bebidas', discounts: ['sandbox:category'] },
  'sandbox:fixed': { company: 'sandbox:company', name: 'Monto fijo', discounts: ['sandbox:fixed-500'] },
  'sandbox:bounds': { company: 'sandbox:company', name: 'Mínimo y máximo', discounts: ['sandbox:bounded'] },
  'sandbox:rounding': { company: 'sandbox:company', name: 'Redondeo', discounts: ['sandbox:fraction'] },
  'sandbox:over-alone': { company: 'sandbox:company', name: 'Terminado', discounts: ['sandbox:over'] },
  'sandbox:once-a-day': { company: 'sandbox:company', name: 'Un uso al día', discounts: ['sandbox:daily'] },
  'sandbox:little-budget': { company: 'sandbox:company', name: 'Poco presupuesto', discounts: ['sandbox:budget'] },
  'sandbox:long-names': {
    company: 'sandbox:long-name',
    name: 'Nombres largos',
    discounts: ['sandbox:long-name-discount'],
  },
  'sandbox:strangers': { company: 'sandbox:unaffiliated', name: 'Sin afiliación', discounts: [] },
} as const satisfies Record<
  Key,
  { readonly company: SandboxCompanyKey; readonly name: string; readonly discounts: readonly SandboxDiscountKey[] }
>

type TypeKey = keyof typeof types

export const sandboxTypes = (Object.keys(types) as TypeKey[]).map((key) => ({ key, ...types[key] }))

/** Whose type is not that of the whole store. */
const typeOfCode: { readonly [Code in IdentityCode]?: TypeKey } = {
  '02': 'sandbox:four',
  '03': 'sandbox:drinks-alone',
  '04': 'sandbox:fixed',
  '05': 'sandbox:bounds',
  '06': 'sandbox:rounding',
  '12': 'sandbox:strangers',
  '13': 'sandbox:over-alone',
  '15': 'sandbox:once-a-day',
  '16': 'sandbox:little-budget',
  '22': 'sandbox:long-names',
}

const unknown: IdentityCode = '10'
const inactive: IdentityCode = '11'

/** The identities that are people; one is unknown to everybody. */
export const sandboxPeople = identities
  .filter(({ code }) => code !== unknown)
  .map((identity) => {
    const typeKey = typeOfCode[identity.code] ?? 'sandbox:all'
    return {
      identity,
      typeKey,
      company: types[typeKey].company,
      isActive: identity.code !== inactive,
      // Nobody is ever shown the name of one who gets no answer.
      ...(identity.person ?? { firstName: 'Prueba', lastName: identity.code }),
    }
  })

/** The discounts that an identity's rows grant it, whether or not a till is ever offered them. */
export const discountsOf = (code: IdentityCode): readonly SandboxDiscountKey[] =>
  code === unknown ? [] : types[typeOfCode[code] ?? 'sandbox:all'].discounts

const daysBefore = 30

/** From when to when a discount of the sandbox is valid, when it is made today (D22). */
export const validityOf = ({ hasEnded }: Pick<DiscountShape, 'hasEnded'>, today: LocalDay) => ({
  validFrom: startOfDay(addDays(today, hasEnded ? -daysBefore : 0)),
  validTo: hasEnded ? startOfDay(today) : startOfDay('2100-01-01'),
})
