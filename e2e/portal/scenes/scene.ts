import type { Page } from '@playwright/test'
import type { Sql } from '@/db/client'

/** A page in a state that somebody should look at. */
export type Scene = {
  readonly name: string
  /** The whole page, unless what matters is what the window shows, such as a dialog. */
  readonly fullPage?: boolean
  readonly open: (page: Page, given: { sql: Sql; language: 'es' | 'en'; url: string }) => Promise<void>
}
