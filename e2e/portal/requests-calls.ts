import { randomUUID } from 'node:crypto'
import type { Shop } from '../fixtures/factories'

const apiUrl = (): string => process.env.PORTAL_API_URL ?? 'http://localhost:3001'

/** What a till of a shop sends, each to the real API. */
export function tillOf(shop: Shop) {
  const who = { identificationTypeId: 1, identification: shop.person.identification }
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${apiUrl()}/api/v1/integrations/${path}`, {
      method: 'POST',
      headers: {
        'X-Api-Key': shop.credential.apiKey,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
        ...headers,
      },
      body: JSON.stringify(body),
    })
    return { status: answer.status, requestId: answer.headers.get('x-request-id') ?? '', body: await answer.json() }
  }
  return {
    eligibility: (fields: object = {}, headers = {}) => post('eligibility', { ...who, ...fields }, headers),
    apply: (fields: object = {}, headers = {}) =>
      post(
        'discounts/apply',
        { ...who, merchantDiscountId: shop.discountId, purchaseAmount: 1250.5, reference: 'T-1', ...fields },
        headers,
      ),
    consume: (fields: object, headers = {}) =>
      post('consumptions', { consumptionDate: new Date().toISOString(), ...fields }, headers),
  }
}
