/** What more than one page says. */
export const common = {
  description: 'La red de beneficios para comercios: descuentos de empresas para sus colaboradores.',
  environment: { test: 'Ambiente de prueba', production: 'Producción' },
  language: 'Idioma',
  languages: { es: 'Español', en: 'English' },
  theme: 'Apariencia',
  themes: { system: 'Del sistema', light: 'Clara', dark: 'Oscura' },
  skipToContent: 'Saltar al contenido',
  signIn: 'Iniciar sesión',
  signOut: 'Cerrar sesión',
  retry: 'Reintentar',
  backHome: 'Volver al inicio',
  notFoundTitle: 'Esta página no existe',
  notFoundText: 'Puede que la dirección esté mal escrita o que la página ya no esté disponible para usted.',
  errorTitle: 'Algo falló de nuestro lado',
  errorText: 'Ya quedó registrado. Inténtelo de nuevo; si el problema continúa, escríbanos con esta referencia.',
  errorReference: 'Referencia: {reference}',
} as const
