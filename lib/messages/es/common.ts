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
  notFoundText: 'La dirección puede estar mal escrita, o lo que había aquí ya no está disponible para usted.',
  errorTitle: 'Algo falló de nuestro lado',
  errorText: 'Ya quedó registrado. Inténtelo de nuevo; si sigue igual, escríbanos con esta referencia.',
  errorReference: 'Referencia: {reference}',
} as const
