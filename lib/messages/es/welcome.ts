export const welcome = {
  heading: 'Los descuentos que su comercio ofrece, reconocidos en la caja',
  lead: 'Las empresas otorgan los descuentos de su comercio a sus colaboradores. Su punto de venta los reconoce, reserva el descuento y confirma el consumo cuando la compra se paga.',
  developers: '¿Va a integrar su sistema de caja? Empiece aquí',
  collaborator: '¿Es colaborador de una empresa? Vea sus beneficios',
  stepsHeading: 'Tres llamadas, una venta',
  steps: {
    validate: { name: 'Validar', result: '¿Tiene beneficios hoy? ¿Cuáles?' },
    apply: { name: 'Aplicar', result: 'Descuento calculado y reservado por 15 minutos.' },
    notify: {
      name: 'Notificar',
      result: 'Consumo registrado, visible para el comercio, la empresa y el colaborador.',
    },
  },
  tryHeading: 'Pruébelo ahora',
  tryLead: 'Con una credencial de su comercio, desde un servidor:',
  addresses: 'Direcciones',
  api: 'API de integración',
  openapi: 'Descripción OpenAPI 3.1',
  token: 'Tokens OAuth 2.0',
} as const
