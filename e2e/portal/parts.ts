import type { Page } from '@playwright/test'

/** The parts of a page that stories of several sections look at. */

/** The rows of a list, without its head. */
export const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })

/** The dialog that asks; not what has been done, which Base UI announces as a dialog that is not modal. */
export const dialogOf = (page: Page) => page.locator('[role=dialog]:not([aria-modal=false]), [role=alertdialog]')
