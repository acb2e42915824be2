/** The first page of a merchant's office. */
export const home = {
  title: 'Inicio',
  greeting: 'Hola, {name}',
  lead: 'Lo que puede hacer por {merchant}.',
  salesLead: 'Así va {merchant}.',
  about: {
    consumptions: 'Las compras en las que se usó un beneficio, y las autorizaciones de su sistema.',
    closing: 'Un día por sucursal, para compararlo con su sistema de cobro.',
    discounts: 'Lo que ofrece a los colaboradores de las empresas afiliadas, y cuánto se ha usado.',
    catalog: 'Los artículos con sus SKU y categorías, para los descuentos que son de algunos.',
    branches: 'Dónde se registran sus consumos, y sus identificadores para las cajas.',
    integrations: 'Las credenciales con las que sus sistemas llaman a Aliado.',
    requests: 'Qué respondió Aliado a sus sistemas, y por qué falló lo que falló.',
    companies: 'Las empresas afiliadas, lo que otorgan y lo que consumen.',
    activity: 'Quién hizo qué, cuándo y desde dónde.',
    team: 'Quiénes trabajan en esta oficina y qué puede hacer cada quien.',
  },
  nothingTitle: 'Todavía no tiene permisos en {merchant}',
  nothingText: 'Quien administra el equipo de su comercio puede dárselos. Al recibirlos, aparecerán aquí.',
} as const
