export const welcomeTexts = {
  es: {
    environment: { test: 'Ambiente de prueba', production: 'Producción' },
    heading: 'Los descuentos que su comercio ofrece, reconocidos en la caja',
    lead: 'Las empresas otorgan los descuentos de su comercio a sus colaboradores. Su punto de venta los reconoce, reserva el descuento y confirma el consumo cuando la compra se paga.',
    stepsHeading: 'Tres llamadas, una venta',
    steps: [
      { name: 'Validar', operation: 'POST /integrations/eligibility', result: '¿Tiene beneficios hoy? ¿Cuáles?' },
      {
        name: 'Aplicar',
        operation: 'POST /integrations/discounts/apply',
        result: 'Descuento calculado y reservado por 15 minutos.',
      },
      {
        name: 'Notificar',
        operation: 'POST /integrations/consumptions',
        result: 'Consumo registrado, visible para el comercio, la empresa y el colaborador.',
      },
    ],
    tryHeading: 'Pruébelo ahora',
    tryLead: 'Con una credencial de su comercio, desde un servidor:',
    addresses: 'Direcciones',
    api: 'API de integración',
    openapi: 'Descripción OpenAPI 3.1',
    token: 'Tokens OAuth 2.0',
  },
  en: {
    environment: { test: 'Test environment', production: 'Production' },
    heading: 'The discounts your store offers, recognised at the till',
    lead: 'Companies grant your store’s discounts to their collaborators. Your point of sale recognises them, reserves the discount, and confirms the consumption once the purchase is paid.',
    stepsHeading: 'Three calls, one sale',
    steps: [
      { name: 'Validate', operation: 'POST /integrations/eligibility', result: 'Any benefits today? Which ones?' },
      {
        name: 'Apply',
        operation: 'POST /integrations/discounts/apply',
        result: 'Discount calculated and reserved for 15 minutes.',
      },
      {
        name: 'Notify',
        operation: 'POST /integrations/consumptions',
        result: 'Consumption recorded, visible to the merchant, the company and the collaborator.',
      },
    ],
    tryHeading: 'Try it now',
    tryLead: 'With a credential of your store, from a server:',
    addresses: 'Addresses',
    api: 'Integration API',
    openapi: 'OpenAPI 3.1 description',
    token: 'OAuth 2.0 tokens',
  },
} as const
