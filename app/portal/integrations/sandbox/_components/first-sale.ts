import { randomUUID } from 'node:crypto'
import { operations } from '@/lib/http/operations'

type Example = { readonly language: string; readonly code: string }

const reference = 'PRUEBA-0001'

type Values = {
  readonly apiUrl: string
  readonly identificationTypeId: number
  readonly identification: string
  readonly branchId: number | undefined
  readonly discountId: number
  readonly steps: Readonly<Record<'eligibility' | 'apply' | 'consume', string>>
}

const curl = (url: string, body: object, key?: string): string =>
  [
    `curl "${url}"`,
    `-H "X-Api-Key: $ALIADO_API_KEY"`,
    `-H "Content-Type: application/json"`,
    ...(key === undefined ? [] : [`-H "Idempotency-Key: ${key}"`]),
    `-d @- <<JSON\n${JSON.stringify(body, undefined, 2)}\nJSON`,
  ].join(' \\\n  ')

/**
 * The calls of a first sale, with what the merchant's own sandbox has; the credential stays out of them. The keys are new each time
 * (D44), the reference is not: who reloads the page can still confirm what was applied.
 */
export function firstSale(values: Values): readonly [Example, ...Example[]] {
  const { apiUrl, identificationTypeId, identification, branchId, discountId, steps } = values
  const at = (path: string) => `\${ALIADO_API_URL:-${apiUrl}}${path}`
  const who = { identificationTypeId, identification, ...(branchId === undefined ? {} : { branchId }) }
  return [
    {
      language: steps.eligibility,
      code: curl(at(operations.checkEligibility.path), { ...who, purchaseAmount: 1025 }),
    },
    {
      language: steps.apply,
      code: curl(
        at(operations.applyDiscount.path),
        { ...who, merchantDiscountId: discountId, purchaseAmount: 1025, reference },
        randomUUID(),
      ),
    },
    {
      language: steps.consume,
      code: curl(
        at(operations.registerConsumption.path),
        { authorizationCode: '$ALIADO_AUTHORIZATION_CODE', reference, consumptionDate: '$(date -u +%FT%TZ)' },
        randomUUID(),
      ),
    },
  ]
}
