import type { Page } from '@playwright/test'
import { accountScenes } from './account'
import { catalogScenes } from './catalog'
import { companyScenes } from './companies'
import { companyOfficeScenes } from './company'
import { consumptionScenes } from './consumptions'
import { discountScenes } from './discounts'
import { integrationScenes } from './integrations'
import { meScenes } from './me'
import { officeScenes } from './office'
import { operatorScenes } from './operator'
import { overviewScenes } from './overview'
import { requestScenes } from './requests'
import type { Scene } from './scene'
import { teamScenes } from './team'
import { terminalScenes } from './terminals'
import { tillScenes } from './till'

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
  ...terminalScenes,
  ...tillScenes,
  ...meScenes,
  ...operatorScenes,
  { name: 'start', open: at('/') },
  ...[
    '',
    '/start',
    '/retries',
    '/reference',
    '/reference/applyDiscount',
    '/errors',
    '/errors/reference_in_use',
    '/changes',
    '/changes/terminals',
  ].map((path) => ({
    name: `developers${path.replaceAll('/', '-')}`,
    open: at(`/developers${path}`),
  })),
  { name: 'not-found', open: at('/nada') },
]
