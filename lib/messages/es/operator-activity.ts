/** What the operator's page of activity has beside the list. */
export const operatorActivity = {
  export: 'Exportación firmada',
  exportLead:
    'El registro de un día ya terminado, en líneas JSON encadenadas y con firma Ed25519. Quien lo reciba puede comprobar que no falta ni cambió nada.',
  noDay: 'Todavía no ha terminado el primer día del registro.',
  sealed:
    'Sellado hasta el {day}: si alguien cambia después una fila en la base de datos, npm run audit:verify lo descubre.',
  notSealed: 'Ningún día está sellado todavía.',
  day: 'Día',
  download: 'Descargar',
  verify: 'Para comprobar archivos de días seguidos:',
  key: 'Clave pública',
  where: 'Dónde',
  network: 'La red',
  action: 'Acción exacta',
  anyAction: 'Cualquier acción',
  merchant: 'Comercio',
  anyMerchant: 'Cualquier comercio',
  company: 'Empresa',
  anyCompany: 'Cualquier empresa',
} as const
