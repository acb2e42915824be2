import type { Ways } from './ways'

export const consumptions: Ways = {
  pages: {
    '/portal/consumptions/[code]/receipt': {
      path: ({ consumptionCode }) => `/portal/consumptions/${consumptionCode}/receipt`,
    },
    '/portal/consumptions/[code]': { path: ({ consumptionCode }) => `/portal/consumptions/${consumptionCode}` },
  },
  actions: {
    'app/portal/closing/actions.ts': {
      compareAction: { on: 'own', fields: () => ({ day: '2026-01-01', basis: 'final', list: 'T-1 100.00' }) },
    },
  },
}
