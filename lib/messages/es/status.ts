/** The public page that says how the service is. */
export const status = {
  title: 'Estado del servicio',
  asOf: 'Al {at}, hora de Santo Domingo',
  unreachableTitle: 'Ahora no podemos leer el estado',
  unreachableText:
    'La base de datos no responde a esta página. Es probable que la API y las oficinas tampoco funcionen. Las cajas pueden repetir sus llamadas sin riesgo: nada se registra dos veces.',
  parts: { api: 'API de integración', offices: 'Oficinas', mails: 'Correos' },
  about: {
    api: 'Las llamadas de las cajas y de los sistemas de los comercios.',
    offices: 'Las páginas de comercios, empresas y colaboradores.',
    mails: 'Enlaces, invitaciones y avisos.',
  },
  states: {
    working: 'Funciona',
    quiet: 'Sin llamadas en los últimos minutos',
    troubled: 'Con problemas',
    down: 'No funciona',
    unknown: 'No se sabe',
  },
  incidentStates: {
    investigating: 'Investigando',
    identified: 'Causa identificada',
    watching: 'En observación',
    resolved: 'Resuelto',
  },
  open: 'Incidentes abiertos',
  noneOpen: 'Ninguno.',
  past: 'Resueltos en los últimos 90 días',
  nonePast: 'Ninguno.',
  feed: 'Incidentes por RSS',
  feedText: 'Lo que se dice de cada incidente de la red Aliado.',
  more: 'Ver el estado',
} as const
