import type { Page } from '@playwright/test'
import type { Sql } from '@/db/client'
import { accountScenes } from './account-scenes'
import { officeScenes } from './office-scenes'

/** A page in a state that somebody should look at. */
export type Scene = {
  readonly name: string
  /** The whole page, unless what matters is what the window shows, such as a dialog. */
  readonly fullPage?: boolean
  readonly open: (page: Page, given: { sql: Sql; language: 'es' | 'en'; url: string }) => Promise<void>
}

const at = (path: string) => async (page: Page) => {
  await page.goto(path)
}

export const scenes: readonly Scene[] = [
  ...accountScenes,
  ...officeScenes,
  { name: 'start', open: at('/') },
  { name: 'not-found', open: at('/nada') },
]
