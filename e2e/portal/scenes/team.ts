import type { Page } from '@playwright/test'
import type { Sql } from '@/db/client'
import { digest } from '@/lib/credentials/secret'
import { newAlphanumeric } from '@/lib/kernel/random-text'
import { newPerson, type Person } from '../fixtures/people'
import { asMember } from './office'
import type { Scene } from './scene'

async function fill(sql: Sql, { merchantId, id }: Person): Promise<void> {
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

const team = asMember('/portal/team', fill)

const asked =
  (of: string, item: number, at = team): Scene['open'] =>
  async (page: Page, given) => {
    await at(page, given)
    await page.getByRole('row').filter({ hasText: of }).getByRole('button').click()
    await page.getByRole('menuitem').nth(item).click()
    await page.locator('[role=dialog], [role=alertdialog]').waitFor()
  }

/** A team whose manager lacks what one other alone holds, and where nobody has some permissions. */
const scattered = asMember('/portal/team', async (sql, person) => {
  await newPerson(sql, {
    merchantId: person.merchantId,
    name: 'Zoila Mejía',
    permissions: ['merchant.integrations.manage', 'merchant.consumptions.read'],
  })
  await sql`update merchant_memberships set permissions = '{merchant.team.manage,merchant.discounts.manage}'
    where user_id = ${person.id}`
})

/** The team, and what can be done with its members. */
export const teamScenes: readonly Scene[] = [
  { name: 'team-many', open: team },
  { name: 'team-change', fullPage: false, open: asked('Zoila', 0) },
  { name: 'team-scattered', open: scattered },
  { name: 'team-scattered-change', fullPage: false, open: asked('Zoila', 0, scattered) },
  { name: 'team-remove', fullPage: false, open: asked('María del', 1) },
]
