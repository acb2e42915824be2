type Examples = Record<string, { summary: string; value: unknown }>

const authorization = {
  authorizationCode: '7KQM-2WXA-9DPT-HV4C-N8RB',
  status: 'Authorized',
  merchantDiscountId: 1,
  reference: 'T-000123',
  currency: 'DOP',
  purchaseAmount: 1250.5,
  discountAmount: 125.05,
  finalAmount: 1125.45,
  expiresAt: '2026-11-21T18:18:00.000Z',
}

const consumption = {
  code: '9XWD-4HKT-M7QA-2CVP-R6NB',
  authorizationCode: authorization.authorizationCode,
  reference: authorization.reference,
  status: 'Registered',
  currency: 'DOP',
  purchaseAmount: 1250.5,
  discountAmount: 125.05,
  finalAmount: 1125.45,
  consumptionDate: '2026-11-21T18:05:00.000Z',
}

const envelope = (title: string, value: unknown, meta: unknown = null) => ({ title, messages: [], value, meta })
const one = (summary: string, value: unknown): Examples => ({ example: { summary, value } })

const examples: Readonly<Record<string, { bodies?: Examples; answers: Examples }>> = {
  describeCredential: {
    answers: one(
      'A key of the test environment',
      envelope('Esta credencial', {
        merchantName: 'Supermercado La Sirena',
        environment: 'test',
        serverTime: '2026-11-21T18:03:00.000Z',
        credential: {
          kind: 'api_key',
          name: 'POS caja 3',
          permissions: ['core.integrations'],
          expiresAt: '2027-02-20T08:00:00.000Z',
        },
        branches: [{ id: 1, name: 'Naco' }],
        limits: { perMinute: 1200, burst: 200, missesPerMinute: 120, authorizationTtlSeconds: 900 },
      }),
    ),
  },
  listIdentificationTypes: {
    answers: one(
      'The list',
      envelope('Tipos de identificación', [
        { id: 1, name: 'Cédula de identidad' },
        { id: 2, name: 'Pasaporte' },
      ]),
    ),
  },
  checkEligibility: {
    bodies: one('With the purchase amount', {
      identificationTypeId: 1,
      identification: '99900000001',
      purchaseAmount: 1250.5,
    }),
    answers: {
      eligible: {
        summary: 'The collaborator has a benefit',
        value: envelope('Elegibilidad', {
          eligible: true,
          collaborator: { displayName: 'Ana P.', companyName: 'Caribe Tech SRL' },
          discounts: [
            {
              merchantDiscountId: 1,
              name: '10 % en toda la tienda',
              description: 'Todos los días, en cualquier sucursal.',
              discountType: { id: 1, name: 'Porcentaje', code: 'PCT' },
              discountValue: 10,
              scope: { typeId: 1, name: 'Toda la tienda', articleCategoryId: null, articleId: null },
              validFrom: '2026-01-01T04:00:00.000Z',
              validTo: '2028-01-01T04:00:00.000Z',
              estimatedDiscountAmount: 125.05,
            },
          ],
        }),
      },
      notEligible: {
        summary: 'No benefit: charge the purchase normally',
        value: envelope('Elegibilidad', { eligible: false, collaborator: null, discounts: [] }),
      },
    },
  },
  applyDiscount: {
    bodies: {
      store: {
        summary: 'A discount on the whole store',
        value: {
          identificationTypeId: 1,
          identification: '99900000001',
          merchantDiscountId: 1,
          purchaseAmount: 1250.5,
          reference: 'T-000123',
          branchId: 1,
        },
      },
      items: {
        summary: 'A discount by category or article',
        value: {
          identificationTypeId: 1,
          identification: '99900000001',
          merchantDiscountId: 2,
          purchaseAmount: 470,
          reference: 'T-000124',
          items: [
            { sku: 'AGUA-600', quantity: 2, unitPrice: 35 },
            { sku: 'CAFE-LB', quantity: 1.25, unitPrice: 320 },
          ],
        },
      },
    },
    answers: one('Reserved', envelope('Descuento autorizado', authorization)),
  },
  registerConsumption: {
    bodies: one('As authorized', {
      authorizationCode: authorization.authorizationCode,
      reference: authorization.reference,
      consumptionDate: '2026-11-21T14:05:00-04:00',
    }),
    answers: one('Registered', envelope('Consumo registrado', consumption)),
  },
  findAuthorization: {
    answers: one(
      'Consumed already',
      envelope('Autorización de la referencia', { ...authorization, status: 'Consumed', consumption }),
    ),
  },
  releaseAuthorization: {
    bodies: one('Give it back', {
      authorizationCode: authorization.authorizationCode,
      reference: authorization.reference,
    }),
    answers: one('Released', envelope('Autorización liberada', { ...authorization, status: 'Released' })),
  },
  listConsumptions: {
    answers: one(
      'A page',
      envelope(
        'Consumos',
        [{ ...consumption, merchantDiscountId: 1, branchId: 1, registeredAt: '2026-11-21T18:05:01.123Z' }],
        {
          nextCursor: 'MTc5NTI4NDMwMTEyMzAwMDo0Mg',
        },
      ),
    ),
  },
}

/** Examples that a reader can copy; a test holds them to the schemas. */
export function openApiExamples(operationId: string): { bodies: Examples; answers: Examples } {
  const found = examples[operationId]
  return { bodies: found?.bodies ?? {}, answers: found?.answers ?? {} }
}
