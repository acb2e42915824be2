import type { Environment } from '@/lib/kernel/environment'
import type { FaultCode } from '@/lib/kernel/fault'
import type { Language } from '@/lib/language/language'

/** The operations that name an identity, or an authorization that was made for one. */
export type StagedOperation = 'checkEligibility' | 'applyDiscount' | 'registerConsumption'

/**
 * What the layer in front of the operations does for an identity, because no row can (sandbox.md, Identities 2). What is cut or
 * delayed is done before, so that the retry finds it.
 */
export type Staging =
  /** The discount is listed, and withdrawn before it is applied. */
  | { readonly kind: 'paused_between' }
  /** A reservation lives this long instead of the policy's time. */
  | { readonly kind: 'life'; readonly seconds: number }
  /** Done, and the connection is cut on the first attempt of each Idempotency-Key. */
  | { readonly kind: 'lost_answer'; readonly operation: StagedOperation }
  /** Done, and answered after this long. */
  | { readonly kind: 'slow'; readonly seconds: number; readonly operations: readonly StagedOperation[] }
  /** Refused so many times for each credential, before anything is done; then served as ever. */
  | {
      readonly kind: 'refusal'
      readonly code: 'rate_limited' | 'service_unavailable' | 'internal_error' | 'credential_invalid'
      readonly status: 429 | 503 | 500 | 401
      readonly retryAfterSeconds?: number
      readonly times: number
      readonly operations: readonly StagedOperation[]
    }
  /** The page of a balancer in front of the service, instead of the contract's error. */
  | {
      readonly kind: 'html'
      readonly status: 502
      readonly times: number
      readonly operations: readonly StagedOperation[]
    }

type IdentityShape = {
  /** What a receipt shows (D26); the person's name as it is stored. Null where no answer names anybody. */
  readonly person: { readonly firstName: string; readonly lastName: string } | null
  readonly does: Readonly<Record<Language, string>>
  /** The codes that a till can be shown with it, beside those of any call. */
  readonly codes: readonly FaultCode[]
  /** Undefined where ordinary rows are enough. */
  readonly staging?: Staging
}

const all = ['checkEligibility', 'applyDiscount', 'registerConsumption'] as const

/** The identities of every prepared sandbox, by the two digits that their identifications end with (sandbox.md, D67). */
const table = {
  '01': {
    person: { firstName: 'Ana', lastName: 'Prueba' },
    does: {
      es: '10 % en toda la tienda. Todo funciona.',
      en: '10% on the whole store. Everything works.',
    },
    codes: [],
  },
  '02': {
    person: { firstName: 'Luis', lastName: 'Guía' },
    does: {
      es: 'Cuatro beneficios: 10 % en la tienda, RD$150.00 fijos, 15 % en una categoría y 20 % en un artículo. Para el orden, la elección y el alcance.',
      en: 'Four benefits: 10% on the store, RD$150.00 fixed, 15% on a category and 20% on an article. For order, choice and scope.',
    },
    codes: ['items_required', 'no_applicable_items'],
  },
  '03': {
    person: { firstName: 'Rosa', lastName: 'Muestra' },
    does: {
      es: 'Solo un beneficio de categoría. Sin artículos: `items_required`; con otros artículos: `no_applicable_items`.',
      en: 'Only a category benefit. Without items: `items_required`; with other items: `no_applicable_items`.',
    },
    codes: ['items_required', 'no_applicable_items'],
  },
  '04': {
    person: { firstName: 'Juan', lastName: 'Tope' },
    does: {
      es: 'RD$500.00 fijos. En una compra menor, el descuento es el total y se paga 0.00.',
      en: 'RD$500.00 fixed. On a smaller purchase, the discount is the total and 0.00 is paid.',
    },
    codes: [],
  },
  '05': {
    person: { firstName: 'Eva', lastName: 'Requisito' },
    does: {
      es: '15 % con un máximo de RD$200.00, desde RD$1,000.00 de compra. Por debajo no aparece, y aplicarlo es `discount_not_available`.',
      en: '15% with a maximum of RD$200.00, from a purchase of RD$1,000.00. Below, it is not listed, and applying it is `discount_not_available`.',
    },
    codes: ['discount_not_available'],
  },
  '06': {
    person: { firstName: 'Iris', lastName: 'Centavo' },
    does: {
      es: '12.5 % en toda la tienda, para comprobar el redondeo.',
      en: '12.5% on the whole store, to check rounding.',
    },
    codes: [],
  },
  '10': {
    person: null,
    does: { es: 'Nadie la conoce: no tiene beneficios.', en: 'Nobody knows it: no benefits.' },
    codes: ['discount_not_available'],
  },
  '11': {
    person: null,
    does: {
      es: 'Colaborador inactivo: la misma respuesta que si nadie lo conociera.',
      en: 'An inactive collaborator: the same answer as if nobody knew them.',
    },
    codes: ['discount_not_available'],
  },
  '12': {
    person: null,
    does: {
      es: 'Su empresa no está afiliada: la misma respuesta que si nadie lo conociera.',
      en: 'Their company is not affiliated: the same answer as if nobody knew them.',
    },
    codes: ['discount_not_available'],
  },
  '13': {
    person: null,
    does: {
      es: 'Sus beneficios terminaron ayer: la misma respuesta que si nadie lo conociera.',
      en: 'Their benefits ended yesterday: the same answer as if nobody knew them.',
    },
    codes: ['discount_not_available'],
  },
  '14': {
    person: { firstName: 'Olga', lastName: 'Suspendida' },
    does: {
      es: 'Aparece con un beneficio, y al aplicarlo ya no está: `discount_not_available`.',
      en: 'Listed with a benefit that is gone when it is applied: `discount_not_available`.',
    },
    codes: ['discount_not_available'],
    staging: { kind: 'paused_between' },
  },
  '15': {
    person: { firstName: 'Raúl', lastName: 'Diario' },
    does: {
      es: 'Un uso al día: el segundo del mismo día es `discount_not_available`. Liberarlo o dejarlo vencer devuelve el uso.',
      en: 'One use a day: the second on the same day is `discount_not_available`. Releasing it or letting it expire gives the use back.',
    },
    codes: ['discount_not_available'],
  },
  '16': {
    person: { firstName: 'Nora', lastName: 'Venta' },
    does: {
      es: '10 % con presupuesto para una compra de RD$1,000.00: la siguiente es `discount_not_available`.',
      en: '10% with a budget for one purchase of RD$1,000.00: the next is `discount_not_available`.',
    },
    codes: ['discount_not_available'],
  },
  '20': {
    person: { firstName: 'Tita', lastName: 'Breve' },
    does: {
      es: 'La reserva dura 20 segundos. Después, registrar el consumo es `authorization_expired`: se aplica otra vez.',
      en: 'The reservation lives 20 seconds. After that, registering the consumption is `authorization_expired`: apply again.',
    },
    codes: ['authorization_expired'],
    staging: { kind: 'life', seconds: 20 },
  },
  '21': {
    person: { firstName: 'Ugo', lastName: 'Fugaz' },
    does: {
      es: 'La reserva dura 3 segundos: casi siempre se llega tarde.',
      en: 'The reservation lives 3 seconds: almost always too late.',
    },
    codes: ['authorization_expired'],
    staging: { kind: 'life', seconds: 3 },
  },
  '22': {
    person: { firstName: 'Sara', lastName: 'Doña' },
    does: {
      es: 'Empresa y beneficio con acentos, ñ, apóstrofo y 60 caracteres, para la pantalla y la impresora de la caja.',
      en: 'A company and a benefit with accents, ñ, an apostrophe and 60 characters, for the till’s display and printer.',
    },
    codes: [],
  },
  '30': {
    person: { firstName: 'Lost', lastName: 'Apply' },
    does: {
      es: 'Al aplicar, el descuento se reserva y la conexión se corta. La misma llamada, con la misma clave, recibe la respuesta.',
      en: 'On applying, the discount is reserved and the connection is cut. The same call, with the same key, gets the answer.',
    },
    codes: [],
    staging: { kind: 'lost_answer', operation: 'applyDiscount' },
  },
  '31': {
    person: { firstName: 'Lost', lastName: 'Consumption' },
    does: {
      es: 'Al registrar el consumo, se registra y la conexión se corta. La misma llamada, con la misma clave, recibe la respuesta.',
      en: 'On registering the consumption, it is registered and the connection is cut. The same call, with the same key, gets the answer.',
    },
    codes: [],
    staging: { kind: 'lost_answer', operation: 'registerConsumption' },
  },
  '32': {
    person: { firstName: 'Slow', lastName: 'Six' },
    does: { es: 'Cada respuesta tarda 6 segundos.', en: 'Each answer takes 6 seconds.' },
    codes: [],
    staging: { kind: 'slow', seconds: 6, operations: all },
  },
  '33': {
    person: { firstName: 'Slow', lastName: 'Twentyfive' },
    does: {
      es: 'Cada respuesta tarda 25 segundos: más de lo que una caja suele esperar.',
      en: 'Each answer takes 25 seconds: longer than most tills wait.',
    },
    codes: [],
    staging: { kind: 'slow', seconds: 25, operations: all },
  },
  '40': {
    person: { firstName: 'Rate', lastName: 'Limited' },
    does: {
      es: 'Dos veces 429 con `Retry-After: 3`; después, normal.',
      en: 'Twice 429 with `Retry-After: 3`; then normal.',
    },
    codes: ['rate_limited'],
    staging: {
      kind: 'refusal',
      code: 'rate_limited',
      status: 429,
      retryAfterSeconds: 3,
      times: 2,
      operations: all,
    },
  },
  '41': {
    person: { firstName: 'Service', lastName: 'Unavailable' },
    does: {
      es: 'Dos veces 503 con `Retry-After: 2`; después, normal.',
      en: 'Twice 503 with `Retry-After: 2`; then normal.',
    },
    codes: ['service_unavailable'],
    staging: {
      kind: 'refusal',
      code: 'service_unavailable',
      status: 503,
      retryAfterSeconds: 2,
      times: 2,
      operations: all,
    },
  },
  '42': {
    person: { firstName: 'Internal', lastName: 'Error' },
    does: { es: 'Una vez 500; después, normal.', en: 'Once 500; then normal.' },
    codes: ['internal_error'],
    staging: { kind: 'refusal', code: 'internal_error', status: 500, times: 1, operations: all },
  },
  '43': {
    person: { firstName: 'Bad', lastName: 'Gateway' },
    does: {
      es: 'Una vez 502 con una página HTML, como la de un balanceador; después, normal.',
      en: 'Once 502 with an HTML page, like a balancer’s; then normal.',
    },
    codes: [],
    staging: { kind: 'html', status: 502, times: 1, operations: all },
  },
  '50': {
    person: { firstName: 'Key', lastName: 'Expired' },
    does: {
      es: 'Una vez 401, como si el token hubiera vencido antes: se renueva y se repite.',
      en: 'Once 401, as if the token had expired early: renew and repeat.',
    },
    codes: ['credential_invalid'],
    staging: { kind: 'refusal', code: 'credential_invalid', status: 401, times: 1, operations: all },
  },
} as const satisfies Record<string, IdentityShape>

export type IdentityCode = keyof typeof table

export type Identity = IdentityShape & {
  /** The two digits that both identifications end with. */
  readonly code: IdentityCode
  /** As a cédula, which is the identification type 1. */
  readonly cedula: string
  /** As any other identification type. */
  readonly letters: string
}

/** The identification type whose assigned identifications are digits; those of all others begin with letters. */
export const cedulaTypeId = 1

/** Eleven digits, as a cédula has; no province's begins with 999. */
const cedulaOf = (code: string) => `999000000${code}`

/** Letters and digits, as D23 allows for every type; letters compare case-insensitively. */
const lettersOf = (code: string) => `PRUEBA${code}`

const codes = (Object.keys(table) as IdentityCode[]).toSorted()

/** All of them, by code. */
export const identities: readonly Identity[] = codes.map((code) => ({
  ...table[code],
  code,
  cedula: cedulaOf(code),
  letters: lettersOf(code),
}))

/** The identification with which a call names an identity. */
export const identificationOf = (identity: Identity, identificationTypeId: number): string =>
  identificationTypeId === cedulaTypeId ? identity.cedula : identity.letters

const byCedula = new Map(identities.map((identity) => [identity.cedula, identity]))
const byLetters = new Map(identities.map((identity) => [identity.letters, identity]))

/** The identity that a call names, in memory alone; undefined for everybody else. */
export function identityOf(identificationTypeId: number, identification: string): Identity | undefined {
  return identificationTypeId === cedulaTypeId
    ? byCedula.get(identification)
    : byLetters.get(identification.toUpperCase())
}

/**
 * Whether an identification is refused to whoever enters one: in production, what is kept for tests, so that nobody who types a
 * known test identification is ever served there (sandbox.md, Identities 2).
 */
export const isReserved = (environment: Environment, identificationTypeId: number, identification: string): boolean =>
  environment === 'production' && isAssigned(identificationTypeId, identification)

/**
 * Why an office takes no new person with an identification, by the form or by a file; undefined where it does. In the test environment
 * only those of the ranges that are kept for tests are taken, so that nobody's own is written down there (sandbox.md, Identities 6).
 */
export function refusalOf(
  environment: Environment,
  identificationTypeId: number,
  identification: string,
): 'identification_reserved' | 'identification_not_of_test' | undefined {
  if (isReserved(environment, identificationTypeId, identification)) return 'identification_reserved'
  return environment === 'test' && !isAssigned(identificationTypeId, identification)
    ? 'identification_not_of_test'
    : undefined
}

/** Whether an identification, without hyphens and spaces, is of the ranges that are kept for tests (sandbox.md, Identities 2 and 6). */
export const isAssigned = (identificationTypeId: number, identification: string): boolean =>
  identificationTypeId === cedulaTypeId ? /^999/.test(identification) : /^PRUEBA/i.test(identification)
