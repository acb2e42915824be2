import { openApiExamples } from '@/lib/http/openapi/examples'
import { type Operation, operations } from '@/lib/http/operations'
import type { Language } from '@/lib/language/language'
import type { Facts } from './facts'
import { operationText, operationTitle } from './reference'

/** What the calls of the collection take from the answers before them, and what its reader fills in. */
const variables: Readonly<Record<string, string>> = {
  apiKey: '',
  identificationTypeId: '1',
  identification: '99900000001',
  merchantDiscountId: '1',
  authorizationCode: '',
  reference: 'T-000123',
}

/** What each answer gives to the calls after it. */
const kept: Readonly<Record<string, readonly string[]>> = {
  listIdentificationTypes: [
    "pm.collectionVariables.set('identificationTypeId', String(pm.response.json().value[0].id))",
  ],
  checkEligibility: [
    'const [offer] = pm.response.json().value.discounts',
    "if (offer) pm.collectionVariables.set('merchantDiscountId', String(offer.merchantDiscountId))",
  ],
  applyDiscount: ["pm.collectionVariables.set('authorizationCode', pm.response.json().value.authorizationCode)"],
}

const isText = (name: string) => !['identificationTypeId', 'merchantDiscountId'].includes(name)

/** The first example of a body, with variables where the collection has them, and the moment at which it is sent. */
function bodyOf(example: unknown): string {
  return JSON.stringify(example, null, 2).replace(/"(\w+)": ("[^"]*"|[\d.]+)/g, (sample, name: string) => {
    if (name === 'consumptionDate') return `"${name}": "{{$isoTimestamp}}"`
    if (!(name in variables)) return sample
    return isText(name) ? `"${name}": "{{${name}}}"` : `"${name}": {{${name}}}`
  })
}

function requestOf(operation: Operation, language: Language) {
  const { id, method, path, idempotent, query } = operation
  const [body] = Object.values(openApiExamples(id).bodies ?? {})
  const asksReference = query !== undefined && 'reference' in query.shape && id !== 'listConsumptions'
  const script = kept[id]
  return {
    name: operationTitle(id, language),
    ...(script === undefined
      ? {}
      : {
          event: [
            {
              listen: 'test',
              script: { type: 'text/javascript', exec: ['if (pm.response.code < 300) {', ...script, '}'] },
            },
          ],
        }),
    request: {
      method,
      description: operationText(id, language),
      header: [
        { key: 'Accept-Language', value: language },
        ...(idempotent ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
      ],
      url: `{{baseUrl}}${path}${asksReference ? '?reference={{reference}}' : ''}`,
      ...(body === undefined
        ? {}
        : { body: { mode: 'raw', raw: bodyOf(body.value), options: { raw: { language: 'json' } } } }),
    },
  }
}

/** A collection for Postman (format 2.1): the sale's calls in their order, each with what the one before has answered. */
export const postmanCollection = (language: Language, { apiUrl }: Facts) => ({
  info: { name: 'Aliado', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  auth: {
    type: 'apikey',
    apikey: [
      { key: 'key', value: 'X-Api-Key', type: 'string' },
      { key: 'value', value: '{{apiKey}}', type: 'string' },
      { key: 'in', value: 'header', type: 'string' },
    ],
  },
  variable: Object.entries({ baseUrl: apiUrl, ...variables }).map(([key, value]) => ({ key, value })),
  item: (Object.values(operations) as readonly Operation[]).map((operation) => requestOf(operation, language)),
})
