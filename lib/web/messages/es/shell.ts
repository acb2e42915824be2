/** The frame of the offices: navigation, switchers and menus. */
export const shell = {
  navigation: 'Secciones',
  openMenu: 'Abrir menú',
  menu: 'Menú',
  merchant: 'Comercio',
  switchMerchant: 'Cambiar de comercio',
  company: 'Empresa',
  switchOffice: 'Cambiar de oficina',
  userMenu: 'Su cuenta: {name}',
  sections: {
    home: 'Inicio',
    integrations: 'Integraciones',
    requests: 'Llamadas a la API',
    consumptions: 'Consumos',
    discounts: 'Descuentos',
    catalog: 'Catálogo',
    team: 'Equipo',
    collaborators: 'Colaboradores',
    activity: 'Actividad',
  },
  account: {
    profile: 'Cuenta',
    security: 'Seguridad',
    sessions: 'Sesiones',
  },
  environment: { test: 'Prueba', production: 'Producción' },
  testBanner: 'Ambiente de prueba: nada de lo que haga aquí es real.',
} as const
