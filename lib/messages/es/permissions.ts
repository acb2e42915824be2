/** What a member may be allowed, as people read it. Keys have no dot: those are for namespaces. */
export const permissions = {
  merchant_integrations_manage: 'Administrar claves de API y clientes OAuth',
  merchant_consumptions_read: 'Ver los consumos',
  merchant_closings_manage: 'Cerrar y reabrir días de caja',
  merchant_redemptions_make: 'Aplicar descuentos en la caja',
  merchant_discounts_manage: 'Administrar los descuentos y las empresas afiliadas',
  merchant_catalog_manage: 'Administrar el catálogo',
  merchant_team_manage: 'Administrar el equipo',
  company_collaborators_manage: 'Administrar los colaboradores',
  company_benefits_manage: 'Administrar los beneficios',
  company_consumptions_read: 'Ver los consumos de los colaboradores',
  company_team_manage: 'Administrar el equipo',
} as const
