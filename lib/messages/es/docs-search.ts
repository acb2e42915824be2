/** The search within the pages for who integrates; what it shares with the offices' is in `search`. */
export const docsSearch = {
  title: 'Buscar en la documentación',
  placeholder: 'Código de error, campo, operación o tema',
  noneHint: 'Busque un código de error, el nombre de un campo o el comienzo de una palabra.',
  kinds: { guides: 'Guías', reference: 'Operaciones', errors: 'Errores', changes: 'Cambios' },
} as const
