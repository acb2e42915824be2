/** The first page of a merchant's office. */
export const home = {
  title: 'Inicio',
  greeting: 'Hola, {name}',
  lead: 'Lo que puede hacer en la oficina de {merchant}.',
  salesLead: 'Resumen de {merchant}.',
  about: {
    till: 'Aplique los descuentos aquí mismo, sin un sistema de cobro.',
    consumptions: 'Las compras en las que se usó un beneficio, y las autorizaciones de su sistema.',
    closing: 'Las ventas con beneficio de un día, para compararlas con su sistema de cobro.',
    discounts: 'Lo que ofrece a los colaboradores de las empresas afiliadas, y cuánto se ha usado.',
    catalog: 'Los artículos con su SKU y su categoría, para los descuentos que no son de toda la tienda.',
    branches: 'Las sucursales donde se registran sus consumos, con el identificador que usan las cajas.',
    integrations: 'Las credenciales con las que sus sistemas llaman a Aliado.',
    certification: 'Pruebe su sistema de caja con ventas de prueba y obtenga un certificado.',
    terminals: 'Cada caja que llama con sus credenciales: cuál vende, cuál falla y cuál no ha llamado.',
    requests: 'Las solicitudes de sus sistemas, con su respuesta y el motivo de cada error.',
    companies: 'Las empresas afiliadas, los descuentos que otorgan y sus consumos.',
    activity: 'Quién hizo qué, cuándo y desde dónde.',
    team: 'Quiénes trabajan en esta oficina y qué puede hacer cada quien.',
  },
  nothingTitle: 'Todavía no tiene permisos en {merchant}',
  nothingText: 'Quien administra el equipo de su comercio puede dárselos. Al recibirlos, aparecerán aquí.',
} as const
