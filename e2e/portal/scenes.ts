import type { Page } from '@playwright/test'
import { accountScenes } from './account-scenes'
import { integrationScenes } from './integrations-scenes'
import { officeScenes } from './office-scenes'
import type { Scene } from './scene'

const at = (path: string) => async (page: Page) => {
  await page.goto(path)
}

export const scenes: readonly Scene[] = [
  ...accountScenes,
  ...officeScenes,
  ...integrationScenes,
  { name: 'start', open: at('/') },
  { name: 'not-found', open: at('/nada') },
]
