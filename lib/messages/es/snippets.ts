/** The examples of the developers' pages. */
export const snippets = {
  keep: 'Guárdela con la venta antes de enviar.',
  own: 'Con los datos de su comercio: {names}.',
}
