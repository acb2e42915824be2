/** The first page of a company's office. */
export const companyHome = {
  greeting: 'Hola, {name}',
  lead: 'Lo que puede hacer por los colaboradores de {company}.',
  nothingTitle: 'Todavía no tiene permisos en {company}',
  nothingText: 'Pídalos a su contacto en Aliado. Al recibirlos, aparecerán aquí.',
} as const
