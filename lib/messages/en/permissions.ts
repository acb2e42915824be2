import type { permissions as es } from '@/lib/messages/es/permissions'
import type { SameShape } from '@/lib/messages/same-shape'

export const permissions: SameShape<typeof es> = {
  merchant_integrations_manage: 'Manage API keys and OAuth clients',
  merchant_consumptions_read: 'See the consumptions',
  merchant_closings_manage: 'Close and reopen cash days',
  merchant_redemptions_make: 'Apply discounts at the till',
  merchant_discounts_manage: 'Manage the discounts and the affiliated companies',
  merchant_catalog_manage: 'Manage the catalog',
  merchant_team_manage: 'Manage the team',
  company_collaborators_manage: 'Manage the collaborators',
  company_benefits_manage: 'Manage the benefits',
  company_consumptions_read: 'See what collaborators consume',
  company_team_manage: 'Manage the team',
}
