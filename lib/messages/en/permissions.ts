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
  operator_network_manage: 'See and look after the health of the network',
  operator_merchants_manage: 'Manage the merchants',
  operator_companies_manage: 'Manage the companies',
  operator_support_view: 'See customers’ offices to support them',
  operator_policies_manage: 'Manage the network’s policies',
  operator_privacy_manage: 'Handle personal data requests',
  operator_team_manage: 'Manage the team',
  operator_audit_read: 'See the activity of the whole network',
}
