import type { Page } from '@playwright/test'
import type { Sql } from '@/db/client'
import { digest } from '@/lib/credentials/secret'
import { newAlphanumeric } from '@/lib/kernel/random-text'
import { asMember } from './office-scenes'
import { newPerson, type Person } from './people'
import type { Scene } from './scene'

async function furnish(sql: Sql, { merchantId, id }: Person): Promise<void> {
  const colleague = (name: string, permissions: readonly string[], twoStep = true) =>
    newPerson(sql, { merchantId, name, permissions: permissions as never, twoStep })
  await colleague('Luis Rosa', ['merchant.consumptions.read'])
  await colleague('María del Carmen Rodríguez de la Cruz Santana', [
    'merchant.consumptions.read',
    'merchant.discounts.manage',
    'merchant.catalog.manage',
  ])
  await colleague('Pedro Gil', [], false)
  await colleague('Zoila Mejía', ['merchant.integrations.manage'])
  await sql`insert into invitations (merchant_id, email, permissions, token_hash, invited_by, expires_at)
    values (${merchantId}, ${`rosa.${id}@mercado.example`}, '{merchant.catalog.manage}', ${digest(newAlphanumeric(43))},
      ${id}, now() + interval '5 days')`
}

const team = asMember('/portal/team', furnish)

const asked =
  (of: string, item: number): Scene['open'] =>
  async (page: Page, given) => {
    await team(page, given)
    await page.getByRole('row').filter({ hasText: of }).getByRole('button').click()
    await page.getByRole('menuitem').nth(item).click()
    await page.locator('[role=dialog], [role=alertdialog]').waitFor()
  }

/** The team, and what can be done with its members. */
export const teamScenes: readonly Scene[] = [
  { name: 'team-many', open: team },
  { name: 'team-change', fullPage: false, open: asked('Zoila', 0) },
  { name: 'team-remove', fullPage: false, open: asked('María del', 1) },
]
