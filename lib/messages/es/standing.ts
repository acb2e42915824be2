/** What a merchant's office says while the operator has disabled the merchant, or will. */
export const standing = {
  disabled: 'El operador de la red deshabilitó este comercio: sus cajas no reciben servicio.',
  disabledAt: 'El operador de la red deshabilitó este comercio el {at}: sus cajas no reciben servicio.',
  scheduled: 'El operador de la red deshabilitará este comercio el {at}. Hasta entonces todo sigue igual.',
  cause: 'Motivo: {cause}.',
  causes: {
    requested: 'a solicitud del comercio',
    contract_ended: 'fin del contrato',
    payment_pending: 'pagos pendientes',
    documents_missing: 'faltan documentos',
    security: 'seguridad',
    under_review: 'en revisión',
    other: 'otro',
  },
  contact: 'Escriba a <mail></mail>.',
  noContact: 'Comuníquese con el operador de la red.',
} as const
