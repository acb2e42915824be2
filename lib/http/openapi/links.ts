const reserved = {
  authorizationCode: '$response.body#/value/authorizationCode',
  reference: '$response.body#/value/reference',
}

/** From which answer which call follows, and what it takes from it. */
export const links = {
  CheckEligibility: {
    operationId: 'checkEligibility',
    description: 'Identify the customer with one of the types.',
    requestBody: { identificationTypeId: '$response.body#/value/0/id' },
  },
  ApplyDiscount: {
    operationId: 'applyDiscount',
    description: 'Apply one of the discounts that were offered.',
    requestBody: {
      identificationTypeId: '$request.body#/identificationTypeId',
      identification: '$request.body#/identification',
      merchantDiscountId: '$response.body#/value/discounts/0/merchantDiscountId',
    },
  },
  RegisterConsumption: {
    operationId: 'registerConsumption',
    description: 'Register the consumption once the purchase is paid.',
    requestBody: reserved,
  },
  ReleaseAuthorization: {
    operationId: 'releaseAuthorization',
    description: 'Give the reservation back when the sale is given up.',
    requestBody: reserved,
  },
  FindAuthorization: {
    operationId: 'findAuthorization',
    description: 'Ask what stands for the reference.',
    parameters: { reference: '$response.body#/value/reference' },
  },
  NextPage: {
    operationId: 'listConsumptions',
    description: 'The page after this one; there is none when `nextCursor` is null.',
    parameters: { cursor: '$response.body#/meta/nextCursor' },
  },
  RevokeToken: {
    operationId: 'revokeToken',
    description: 'Revoke the token when the till is given up.',
    requestBody: { token: '$response.body#/access_token' },
  },
} as const

type LinkName = keyof typeof links

const linksOf: Readonly<Record<string, readonly LinkName[]>> = {
  listIdentificationTypes: ['CheckEligibility'],
  checkEligibility: ['ApplyDiscount'],
  applyDiscount: ['RegisterConsumption', 'ReleaseAuthorization', 'FindAuthorization'],
  registerConsumption: ['FindAuthorization'],
  findAuthorization: ['RegisterConsumption', 'ReleaseAuthorization'],
  releaseAuthorization: ['FindAuthorization'],
  listConsumptions: ['NextPage'],
  issueToken: ['RevokeToken'],
}

/** The links of the success of an operation. */
export const linksFrom = (operationId: string) =>
  Object.fromEntries(
    (linksOf[operationId] ?? []).map((name) => [name, { $ref: `#/components/links/${name}` as const }]),
  )
