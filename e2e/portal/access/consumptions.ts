import type { Ways } from './ways'

export const consumptions: Ways = {
  pages: {
    '/portal/consumptions/[code]': { path: ({ consumptionCode }) => `/portal/consumptions/${consumptionCode}` },
  },
}
