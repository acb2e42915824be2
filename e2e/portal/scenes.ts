import type { Page } from '@playwright/test'
import { accountScenes } from './account-scenes'
import { catalogScenes } from './catalog-scenes'
import { companyScenes } from './companies-scenes'
import { companyOfficeScenes } from './company-scenes'
import { consumptionScenes } from './consumptions-scenes'
import { discountScenes } from './discounts-scenes'

import { integrationScenes } from './integrations-scenes'
import { meScenes } from './me-scenes'
import { officeScenes } from './office-scenes'
import { overviewScenes } from './overview-scenes'
import { requestScenes } from './requests-scenes'
import type { Scene } from './scene'
import { teamScenes } from './team-scenes'

const at = (path: string) => async (page: Page) => {
  await page.goto(path)
}

export const scenes: readonly Scene[] = [
  ...accountScenes,
  ...officeScenes,
  ...catalogScenes,
  ...overviewScenes,
  ...companyScenes,
  ...companyOfficeScenes,
  ...consumptionScenes,
  ...discountScenes,
  ...integrationScenes,
  ...requestScenes,
  ...teamScenes,
  ...meScenes,
  { name: 'start', open: at('/') },
  { name: 'not-found', open: at('/nada') },
]
