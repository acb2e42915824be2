import type { Language } from '@/lib/language/language'

type Text = Readonly<Record<Language, string>>

const text = (es: string, en: string): Text => ({ es, en })

/**
 * What each field of the API says or asks, by its name, or by `Schema.name` where it means something of its own there. The bounds come from
 * the OpenAPI document, in which the same is said to generators in English.
 */
export const fieldTexts: Readonly<Record<string, Text>> = {
  // What is sent.
  identificationTypeId: text(
    'Tipo de identificación, de la lista de tipos.',
    'Type of identification, from the list of types.',
  ),
  identification: text('Número, sin guiones ni espacios.', 'Number, without hyphens or spaces.'),
  branchId: text('Sucursal donde ocurre la compra.', 'Branch where the purchase happens.'),
  'EligibilityInput.purchaseAmount': text(
    'Total de la compra. Con él, cada descuento trae un estimado.',
    'Total of the purchase. With it each discount brings an estimate.',
  ),
  merchantDiscountId: text('El descuento: sale de la validación.', 'The discount: it comes from validation.'),
  purchaseAmount: text('Total de la compra antes del descuento.', 'Total of the purchase before the discount.'),
  'ConsumeInput.purchaseAmount': text(
    'Total nuevo, si la compra cambió después de aplicar.',
    'New total, if the purchase changed after apply.',
  ),
  reference: text(
    'Su número de ticket, factura u orden. Único por compra; cuentan las mayúsculas.',
    'Your number of the ticket, invoice or order. Unique per purchase; case matters.',
  ),
  items: text(
    'Los artículos. Obligatorios si el descuento es por categoría o artículo.',
    'The items. Required if the discount is by category or article.',
  ),
  sku: text('El código del artículo en su sistema.', 'The code of the article in your system.'),
  quantity: text('Cantidad, con tres decimales a lo más.', 'Quantity, with at most three decimals.'),
  unitPrice: text('Precio de una unidad.', 'Price of one unit.'),
  authorizationCode: text('Código de la reserva, que responde aplicar.', 'Code of the reservation, answered by apply.'),
  consumptionDate: text('Momento del pago, con zona horaria.', 'Moment of payment, with its time zone.'),
  from: text('Registrados desde ese instante.', 'Registered at or after that instant.'),
  to: text('Registrados antes de ese instante.', 'Registered before that instant.'),
  limit: text('Cuántos por página.', 'How many per page.'),
  cursor: text('`meta.nextCursor` de la página anterior.', '`meta.nextCursor` of the page before.'),

  // What is answered.
  merchantName: text('El comercio de la credencial.', 'The merchant of the credential.'),
  environment: text('El ambiente: prueba o producción.', 'The environment: test or production.'),
  serverTime: text(
    'La hora del servicio. Compárela con la de la caja.',
    'The time of the service. Compare the till’s.',
  ),
  credential: text('La credencial que llama.', 'The credential that calls.'),
  kind: text('Clave de API o cliente de OAuth.', 'API key or OAuth client.'),
  'Credential.name': text('Su nombre en la oficina.', 'Its name in the office.'),
  permissions: text('Lo que puede hacer.', 'What it may do.'),
  'Credential.expiresAt': text(
    'Cuándo vence una clave; `null` en un cliente.',
    'When a key expires; `null` for a client.',
  ),
  branches: text('Las sucursales activas.', 'The active branches.'),
  'Branch.id': text('El `branchId` que se envía.', 'The `branchId` that is sent.'),
  'Branch.name': text('Su nombre.', 'Its name.'),
  limits: text('Los límites de la credencial.', 'The limits of the credential.'),
  perMinute: text('Llamadas por minuto.', 'Calls a minute.'),
  burst: text('Llamadas seguidas a lo más.', 'Calls at once at most.'),
  missesPerMinute: text('Validaciones sin beneficio por minuto.', 'Validations without a benefit a minute.'),
  authorizationTtlSeconds: text('Vigencia de una reserva, en segundos.', 'Validity of a reservation, in seconds.'),
  'IdentificationType.id': text('El `identificationTypeId` que se envía.', 'The `identificationTypeId` that is sent.'),
  'IdentificationType.name': text('Nombre del tipo.', 'Name of the type.'),
  eligible: text('Si tiene algún beneficio hoy.', 'Whether there is any benefit today.'),
  collaborator: text('El colaborador; `null` si no tiene beneficios.', 'The collaborator; `null` without benefits.'),
  displayName: text(
    'Nombre e inicial del apellido, para confirmar.',
    'First name and initial of the surname, to confirm.',
  ),
  companyName: text('Su empresa.', 'Their company.'),
  discounts: text('Los descuentos de hoy, el mayor primero.', 'Today’s discounts, the greatest first.'),
  'DiscountOffer.name': text('Nombre del descuento.', 'Name of the discount.'),
  'DiscountOffer.description': text('Su descripción.', 'Its description.'),
  discountType: text('Tipo de descuento.', 'Type of discount.'),
  'DiscountType.id': text('1 porcentaje, 2 monto.', '1 percentage, 2 amount.'),
  'DiscountType.name': text('Su nombre.', 'Its name.'),
  'DiscountType.code': text('`PCT` porcentaje, `AMT` monto fijo.', '`PCT` percentage, `AMT` fixed amount.'),
  discountValue: text('Porcentaje o pesos, según el tipo.', 'Percentage or pesos, by the type.'),
  scope: text('A qué aplica.', 'What it applies to.'),
  typeId: text('1 toda la tienda, 2 categoría, 3 artículo.', '1 whole store, 2 category, 3 article.'),
  'DiscountScope.name': text('Su nombre.', 'Its name.'),
  articleCategoryId: text('La categoría, si es por categoría.', 'The category, if it is by category.'),
  articleId: text('El artículo, si es por artículo.', 'The article, if it is by article.'),
  validFrom: text('Vale desde ese instante.', 'Valid from that instant.'),
  validTo: text('Vale antes de ese instante.', 'Valid before that instant.'),
  estimatedDiscountAmount: text(
    'Estimado, solo si envió el total. Por categoría o artículo es un máximo.',
    'Estimate, only if the total was sent. By category or article it is an upper bound.',
  ),
  status: text('El estado.', 'The state.'),
  currency: text('La moneda.', 'The currency.'),
  discountAmount: text('El descuento, ya redondeado.', 'The discount, rounded.'),
  finalAmount: text('Lo que se cobra.', 'What is charged.'),
  expiresAt: text('Se puede confirmar antes de ese instante.', 'It can be confirmed before that instant.'),
  consumption: text('El consumo; `null` si no se ha confirmado.', 'The consumption; `null` if it is not confirmed.'),
  code: text('Código del consumo. Guárdelo con la venta.', 'Code of the consumption. Keep it with the sale.'),
  registeredAt: text('Cuándo se registró.', 'When it was registered.'),
  late: text(
    'Solo si se notificó después de que venciera la reserva, donde el operador lo admite.',
    'Only if it was notified after the reservation had ended, where the operator admits it.',
  ),
  nextCursor: text(
    'El `cursor` de la página siguiente; `null` en la última.',
    'The `cursor` of the next page; `null` on the last.',
  ),
}

/** What each operation does, for people. */
export const operationTexts: Readonly<Record<string, { readonly title: Text; readonly text: Text }>> = {
  describeCredential: {
    title: text('Describir esta credencial', 'Describe this credential'),
    text: text(
      'De quién es la credencial, qué puede hacer, qué sucursales hay y qué límites valen. Lo que pregunta una caja al arrancar, y quien instala para saber si una clave funciona.',
      'Whose the credential is, what it may do, which branches there are and which limits hold. What a till asks when it starts, and an installer to see whether a key works.',
    ),
  },
  listIdentificationTypes: {
    title: text('Listar los tipos de identificación', 'List the identification types'),
    text: text(
      'Los tipos que se aceptan. Cambian rara vez: puede guardar la lista 24 horas.',
      'The types that are accepted. They change rarely: you may keep the list for 24 hours.',
    ),
  },
  checkEligibility: {
    title: text('Validar a un cliente', 'Validate a customer'),
    text: text(
      'Si el cliente tiene beneficios hoy en el comercio, y cuáles. Una identificación desconocida y un colaborador sin beneficios reciben la misma respuesta.',
      'Whether the customer has benefits at the merchant today, and which. An unknown identification and a collaborator without benefits get the same answer.',
    ),
  },
  applyDiscount: {
    title: text('Aplicar un descuento', 'Apply a discount'),
    text: text(
      'Calcula el descuento, lo reserva y responde un código. No registra el consumo. Si el cliente desiste no hay que hacer nada: la reserva termina sola.',
      'Calculates the discount, reserves it and answers a code. It does not register the consumption. If the customer gives up nothing has to be done: the reservation ends by itself.',
    ),
  },
  findAuthorization: {
    title: text('Buscar la reserva de una referencia', 'Find the reservation of a reference'),
    text: text(
      'Qué hay para una referencia: la reserva y, si se confirmó, su consumo. Lo que pregunta una caja que se reinició.',
      'What stands for a reference: the reservation and, if it was confirmed, its consumption. What a till asks that restarted.',
    ),
  },
  releaseAuthorization: {
    title: text('Liberar una reserva', 'Release a reservation'),
    text: text(
      'Devuelve una reserva antes de que venza, para que el cliente pueda usar su descuento en otra caja. Repetirla no cambia nada.',
      'Gives a reservation back before it expires, so that the customer can use the discount at another till. Repeating it changes nothing.',
    ),
  },
  registerConsumption: {
    title: text('Registrar un consumo', 'Register a consumption'),
    text: text(
      'Confirma la reserva cuando la compra está pagada. El comercio, la empresa y el colaborador la ven.',
      'Confirms the reservation once the purchase is paid. The merchant, the company and the collaborator see it.',
    ),
  },
  listConsumptions: {
    title: text('Listar los consumos', 'List the consumptions'),
    text: text(
      'Los consumos del comercio, el último registrado primero, por páginas. Para conciliar.',
      'The merchant’s consumptions, the last registered first, by pages. For reconciliation.',
    ),
  },
}
