import { describe, expect, it } from 'vitest'
import { languages } from '@/lib/language/language'
import { messages } from '@/lib/messages/messages'
import { translatorOf } from '@/lib/messages/translator'
import {
  type FailedCall,
  type FailureCode,
  failureCodes,
  type Remedy,
  type RemedyFacts,
  type RemedyText,
  remediesOf,
  remedyValues,
  sentCode,
  sentId,
  sentSkus,
} from './remedy'

const call = (code: string, changed: Partial<FailedCall> = {}): FailedCall => ({
  code,
  operation: 'applyDiscount',
  requestId: 'req-7',
  reference: 'FACT-1',
  credential: { kind: 'api_key', id: 4 },
  credentialName: 'POS Naco',
  details: {},
  ...changed,
})

const standing = {
  code: '7KQM-2WXA-9DPT-HV4C-N8RB',
  reference: 'FACT-1',
  status: 'Authorized',
  expiresAt: new Date('2026-11-22T15:30:00Z'),
  endedAt: null,
  consumptionCode: null,
} as const

const discount = {
  id: 9,
  name: 'Bebidas',
  shownStatus: 'published',
  validFrom: new Date('2026-12-01T04:00:00Z'),
  validTo: new Date('2026-12-31T04:00:00Z'),
  target: 'Refrescos',
} as const

const withInput = (input: FailedCall['details']['input']) => ({ details: { input: input ?? {} } })
const withReason = (reason: NonNullable<FailedCall['details']['reason']>, changed: Partial<FailedCall> = {}) => ({
  details: { reason },
  ...changed,
})
const client = { credential: { kind: 'oauth_client', id: 6 } } as const
const branch = withInput({ branchId: 3 })
const nine = withInput({ merchantDiscountId: 9 })
const lacking = { details: { problems: [{ problem: 'permission', values: { permission: 'core.integrations' } }] } }

type Case = [FailureCode, Partial<FailedCall>, RemedyFacts, RemedyText[], (string | undefined)[]]

/** Of each code: what was sent, what the merchant has, what is said, and where it leads. */
const cases: Case[] = [
  ['invalid_request', {}, {}, ['fixFields'], [undefined]],
  ['invalid_request', { details: { problems: [{ problem: 'two_credentials' }] } }, {}, ['oneCredential'], [undefined]],
  [
    'invalid_request',
    { details: { problems: [{ field: 'identificationTypeId', problem: 'identification_type' }] } },
    {},
    ['identificationTypes'],
    [undefined],
  ],
  ['invalid_request', { operation: 'issueToken' }, {}, ['tokenForm'], [undefined]],
  ['malformed_json', {}, {}, ['writeJson'], [undefined]],
  ['idempotency_key_missing', {}, {}, ['sendKey'], [undefined]],
  ['idempotency_key_invalid', {}, {}, ['sendOneKey'], [undefined]],
  ['reference_in_use', {}, {}, ['referenceTaken'], [undefined]],
  ['reference_in_use', {}, { standing }, ['referenceActive'], [`/portal/authorizations?q=${standing.code}`]],
  [
    'reference_in_use',
    {},
    { standing: { ...standing, status: 'Consumed', consumptionCode: 'C-1' } },
    ['referenceConsumed'],
    ['/portal/consumptions/C-1'],
  ],
  [
    'reference_in_use',
    {},
    { standing: { ...standing, status: 'Released' } },
    ['referenceFree'],
    [`/portal/authorizations?q=${standing.code}`],
  ],
  ['items_required', {}, { discount: null }, ['sendItems'], [undefined]],
  ['items_required', nine, { discount }, ['sendItemsOf'], ['/portal/discounts/9']],
  [
    'no_applicable_items',
    nine,
    { discount, unknownSkus: ['REF-1', 'REF-2'] },
    ['skusUnknown', 'itemsTarget'],
    ['/portal/catalog?q=REF-1', '/portal/discounts/9'],
  ],
  ['no_applicable_items', nine, { discount, unknownSkus: [] }, ['itemsTarget'], ['/portal/discounts/9']],
  ['no_applicable_items', {}, {}, ['itemsOther'], ['/portal/catalog']],
  [
    'branch_invalid',
    branch,
    { branch: { id: 3, name: 'Baní', active: false } },
    ['branchInactive'],
    ['/portal/branches'],
  ],
  ['branch_invalid', branch, { branch: { id: 3, name: 'Baní', active: true } }, ['branchActive'], ['/portal/branches']],
  ['branch_invalid', branch, { branch: null }, ['branchUnknown'], ['/portal/branches']],
  ['branch_invalid', withInput({ branchId: '•••' }), {}, ['branchUnread'], ['/portal/branches']],
  ['authorization_expired', {}, {}, ['applyAgain'], [undefined]],
  [
    'authorization_expired',
    {},
    { standing: { ...standing, status: 'Expired' } },
    ['authorizationExpired'],
    [`/portal/authorizations?q=${standing.code}`],
  ],
  [
    'authorization_expired',
    {},
    { standing: { ...standing, status: 'Released', endedAt: new Date('2026-11-22T15:00:00Z') } },
    ['authorizationReleased'],
    [`/portal/authorizations?q=${standing.code}`],
  ],
  ['authorization_already_used', {}, {}, ['alreadyUsed'], [undefined]],
  [
    'authorization_already_used',
    {},
    { standing: { ...standing, status: 'Consumed', consumptionCode: 'C-1' } },
    ['alreadyConsumed'],
    ['/portal/consumptions/C-1'],
  ],
  ['credential_missing', {}, {}, ['sendCredential'], [undefined]],
  ['credential_invalid', withReason('wrong_secret'), {}, ['secretWrong'], ['/portal/integrations/keys/4']],
  [
    'credential_invalid',
    withReason('previous_secret', client),
    {},
    ['secretPrevious'],
    ['/portal/integrations/clients/6'],
  ],
  ['credential_invalid', withReason('address_not_allowed'), {}, ['addressNotAllowed'], ['/portal/integrations/keys/4']],
  ['credential_invalid', withReason('expired'), {}, ['keyExpired'], ['/portal/integrations']],
  [
    'credential_invalid',
    withReason('expired'),
    { credential: { permissions: [], endedAt: new Date('2026-11-01T00:00:00Z') } },
    ['keyExpiredAt'],
    ['/portal/integrations'],
  ],
  ['credential_invalid', withReason('expired', client), {}, ['tokenEnded'], [undefined]],
  ['credential_invalid', withReason('revoked', client), {}, ['tokenEnded'], [undefined]],
  ['credential_invalid', withReason('revoked'), {}, ['credentialEnded'], ['/portal/integrations']],
  ['credential_invalid', withReason('deleted', client), {}, ['credentialEnded'], ['/portal/integrations']],
  ['credential_invalid', {}, {}, ['credentialCheck'], ['/portal/integrations/keys/4']],
  ['permission_missing', {}, {}, ['permissionCheck'], ['/portal/integrations/keys/4']],
  [
    'permission_missing',
    lacking,
    { credential: { permissions: ['core.consumptions.read'], endedAt: null } },
    ['permissionLacking'],
    ['/portal/integrations/keys/4'],
  ],
  [
    'permission_missing',
    { ...lacking, ...client },
    { credential: { permissions: ['core.integrations'], endedAt: null } },
    ['tokenNarrow'],
    ['/portal/integrations/clients/6'],
  ],
  ['merchant_disabled', {}, {}, ['askOperator'], [undefined]],
  ['discount_not_available', {}, {}, ['discountUnread'], ['/portal/discounts']],
  ['discount_not_available', nine, { discount: null }, ['discountUnknown'], ['/portal/discounts']],
  ...(
    [
      ['draft', 'discountDraft'],
      ['paused', 'discountPaused'],
      ['scheduled', 'discountScheduled'],
      ['expired', 'discountExpired'],
      ['ended', 'discountEnded'],
      ['published', 'discountPublished'],
    ] as const
  ).map(
    ([shownStatus, text]): Case => [
      'discount_not_available',
      nine,
      { discount: { ...discount, shownStatus } },
      [text],
      ['/portal/discounts/9'],
    ],
  ),
  ['authorization_not_found', {}, { standing: null }, ['authorizationUnknown'], [undefined]],
  [
    'authorization_not_found',
    { reference: 'FACT-2' },
    { standing },
    ['authorizationOther'],
    [`/portal/authorizations?q=${standing.code}`],
  ],
  ['authorization_not_found', {}, { standing }, ['authorizationThere'], [`/portal/authorizations?q=${standing.code}`]],
  ['not_found', {}, {}, ['checkPath'], [undefined]],
  ['method_not_allowed', {}, {}, ['checkMethod'], [undefined]],
  ['idempotency_key_reused', {}, {}, ['keyReused'], [undefined]],
  ['idempotency_key_reused', {}, { standing }, ['keyOfSale'], [`/portal/authorizations?q=${standing.code}`]],
  ['payload_too_large', {}, {}, ['sendLess'], [undefined]],
  ['unsupported_media_type', {}, {}, ['sendJsonType'], [undefined]],
  ['rate_limited', {}, {}, ['waitAndRetry'], [undefined]],
  ['rate_limited', { details: { problems: [{ problem: 'misses_spent' }] } }, {}, ['askFewer'], [undefined]],
  ['internal_error', {}, {}, ['askSupport'], [undefined]],
  ['service_unavailable', {}, {}, ['retrySame'], [undefined]],
  [
    'invalid_client',
    { operation: 'issueToken', ...client, ...withReason('wrong_secret') },
    {},
    ['secretWrong'],
    ['/portal/integrations/clients/6'],
  ],
  ['invalid_scope', client, {}, ['scopeCheck'], ['/portal/integrations/clients/6']],
  [
    'invalid_scope',
    client,
    { credential: { permissions: ['core.integrations'], endedAt: null } },
    ['scopeOf'],
    ['/portal/integrations/clients/6'],
  ],
  ['unsupported_grant_type', {}, {}, ['clientCredentials'], [undefined]],
  ['temporarily_unavailable', {}, {}, ['retryToken'], [undefined]],
  ['server_error', {}, {}, ['askSupport'], [undefined]],
]

const inWords = (values: Remedy['values'] = {}) =>
  Object.fromEntries(remedyValues.map((name) => [name, String(values[name] ?? '')])) as Record<
    (typeof remedyValues)[number],
    string
  >

describe('the remedy of a call that failed', () => {
  it.each(cases)('with %s, sent %j, is chosen by what the merchant has', (code, sent, facts, texts, links) => {
    const remedies = remediesOf(call(code, sent), facts)
    expect(remedies.map(({ text }) => text)).toEqual(texts)
    expect(remedies.map(({ link }) => link?.href)).toEqual(links)
  })

  it('has every value that its text has room for, in both languages', () => {
    for (const [code, sent, facts] of cases) {
      for (const { text, values } of remediesOf(call(code, sent), facts)) {
        for (const language of languages) {
          const wanted = [...messages[language].remedies.texts[text].matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
          expect(Object.keys(values ?? {}), `${code} ${text}`).toEqual(expect.arrayContaining(wanted))
          expect(translatorOf(language, 'remedies')(`texts.${text}`, inWords(values))).not.toMatch(/[{}]|^$/)
        }
      }
    }
  })

  it('is tried for every code, and every text is used', () => {
    expect(new Set(cases.map(([code]) => code))).toEqual(new Set(failureCodes))
    const used = cases.flatMap(([, , , texts]) => texts)
    expect(Object.keys(messages.es.remedies.texts).filter((text) => !used.includes(text as RemedyText))).toEqual([])
  })

  it('says the branch by its name, and what to do with it', () => {
    const [remedy] = remediesOf(call('branch_invalid', branch), { branch: { id: 3, name: 'Baní', active: false } })
    const say = (language: 'es' | 'en') =>
      remedy && translatorOf(language, 'remedies')(`texts.${remedy.text}`, inWords(remedy.values))
    expect(say('es')).toBe('branchId 3 es Baní, inactiva. Actívela o envíe otra sucursal.')
    expect(say('en')).toBe('branchId 3 is Baní, inactive. Activate it or send another branch.')
  })
})

describe('what a call sent', () => {
  it('is read as ids, SKUs and codes, and what was hidden or cut is not', () => {
    expect(sentId(call('x', withInput({ branchId: '3' })), 'branchId')).toBe(3)
    for (const branchId of ['•••', 0, -1, 1.5, null, '9999999999']) {
      expect(sentId(call('x', withInput({ branchId })), 'branchId')).toBeUndefined()
    }
    const items = [{ sku: ' A ' }, { sku: 'A' }, { sku: '•••' }, { sku: 'larg…' }, { quantity: 1 }, '… 4']
    expect(sentSkus(call('x', withInput({ items })))).toEqual(['A'])
    expect(sentSkus(call('x'))).toEqual([])
    expect(sentCode(call('x', withInput({ authorizationCode: standing.code })))).toBe(standing.code)
    expect(sentCode(call('x', withInput({ authorizationCode: '•••' })))).toBeUndefined()
  })
})
