/** The plan of a certification: its checks and scenes, and why a check did not pass. `lib/certification/plan.ts` has the plan. */
export const certificationPlan = {
  levels: { must: 'Obligatoria', should: 'Recomendada' },
  outcomes: {
    pass: 'Pasa',
    fail: 'No pasa',
    warning: 'Pasa con observación',
    not_shown: 'No se mostró',
    not_applicable: 'No aplica',
  },
  waivers: {
    apiKeyOnly: 'Usa solo claves de API, nunca tokens de OAuth',
    noItems: 'No envía los artículos de la compra',
    noOffline: 'No vende sin conexión',
  },
  checks: {
    C01: { title: 'Venta completa', passes: 'Valida, aplica y registra el consumo, en ese orden y una sola vez.' },
    C02: { title: 'Sin beneficio se cobra normal', passes: 'No aplica un descuento a quien no tiene beneficios.' },
    C03: {
      title: 'La misma clave si se pierde la respuesta de aplicar',
      passes: 'Repite la llamada con la misma Idempotency-Key y el mismo cuerpo en 2 minutos o menos.',
    },
    C04: {
      title: 'La misma clave si se pierde la respuesta del consumo',
      passes: 'Repite la llamada con la misma Idempotency-Key y el mismo cuerpo; queda un solo consumo.',
    },
    C05: {
      title: 'Una clave nueva por operación',
      passes: 'La clave de aplicar no es la del consumo, y ninguna sirve para dos ventas.',
    },
    C06: {
      title: 'La clave sobrevive a un apagón',
      passes: 'Al encender, repite con la misma clave o pregunta primero qué hay para esa referencia.',
    },
    C07: {
      title: 'Referencia',
      passes: 'El consumo lleva la referencia con la que se aplicó, y cada venta tiene la suya.',
    },
    C08: {
      title: 'Fecha del consumo',
      passes: 'Es el momento del pago, con zona horaria: ni antes de aplicar, ni en el futuro, ni siempre la misma.',
    },
    C09: { title: 'No notifica lo que no se pagó', passes: 'Una venta abandonada no registra consumo.' },
    C10: { title: 'Libera lo abandonado', passes: 'Libera la autorización en 2 minutos o menos.' },
    C11: {
      title: 'Si venció, aplica de nuevo',
      passes: 'Aplica con una clave nueva y registra el consumo con el código nuevo.',
    },
    C12: { title: 'Respeta el 429', passes: 'Espera lo que dice Retry-After antes de la próxima llamada.' },
    C13: {
      title: 'Respeta el 503',
      passes: 'Espera lo que dice Retry-After, repite con la misma clave y no pasa de 5 intentos.',
    },
    C14: {
      title: 'Vende sin servicio',
      passes: 'Sin conexión la venta termina sin beneficio, no se inventa un consumo y luego todo funciona otra vez.',
    },
    C15: { title: 'Reutiliza el token', passes: 'Pide un token nuevo solo cuando el anterior está por vencer.' },
    C16: {
      title: 'Ante un 401, renueva y repite',
      passes: 'Renueva el token una vez y repite la llamada una vez. Con clave de API, se detiene y avisa.',
    },
    C17: { title: 'Ningún navegador', passes: 'Las llamadas salen de un servidor o de la caja, no de una página web.' },
    C18: {
      title: 'Nada privado en la dirección',
      passes: 'Ni identificaciones ni secretos van en la dirección de una llamada.',
    },
    C19: { title: 'Recalcula', passes: 'Si la compra cambia después de aplicar, informa el total nuevo.' },
    C20: { title: 'Cobra lo que se calculó', passes: 'Lo cobrado es finalAmount.' },
    C21: { title: 'No calcula por su cuenta', passes: 'La caja muestra el descuento que respondió Aliado.' },
    C22: { title: 'Solo identidades de prueba', passes: 'No aparece la identificación de ninguna persona real.' },
    C23: {
      title: 'Guarda los tipos de identificación',
      passes: 'Los pide una vez al día, y otra al encender.',
    },
    C24: {
      title: 'Tolera lo que no conoce',
      passes: 'Sigue con campos y códigos nuevos, y muestra el título del rechazo.',
    },
    C25: { title: 'Artículos', passes: 'Suman el total de la compra y sus SKU son los del catálogo.' },
    C26: {
      title: 'Varias cajas a la vez',
      passes: 'Dos cajas que venden a la vez no comparten claves ni referencias.',
    },
  },
  scenes: {
    buy: {
      title: 'Una venta',
      instruction: 'Cobre {amount} a {identity}, aplique su descuento y termine la venta.',
    },
    stranger: {
      title: 'Sin beneficio',
      instruction: 'Cobre {amount} a {identity}. No tiene beneficios: termine la venta sin descuento.',
    },
    rounding: {
      title: 'Un descuento con centavos',
      instruction: 'Cobre {amount} a {identity}, aplique su descuento y escriba aquí el descuento que muestra la caja.',
    },
    items: {
      title: 'Un descuento por artículo',
      instruction: 'Cobre {amount} en artículos a {identity}, aplique su descuento por artículo y termine la venta.',
    },
    removeLine: {
      title: 'Quite una línea',
      instruction:
        'Cobre {amount} a {identity} y aplique su descuento. Después quite un artículo, termine la venta y escriba aquí el total nuevo y lo cobrado.',
    },
    lostApply: {
      title: 'Se pierde la respuesta de aplicar',
      instruction: 'Cobre {amount} a {identity}, aplique su descuento y termine la venta como la caja le indique.',
    },
    lostConsumption: {
      title: 'Se pierde la respuesta del consumo',
      instruction: 'Cobre {amount} a {identity}, aplique su descuento y termine la venta como la caja le indique.',
    },
    restart: {
      title: 'Apague la caja',
      instruction:
        'Cobre {amount} a {identity}, aplique su descuento y apague la caja en ese momento. Enciéndala después de un minuto y termine la venta.',
    },
    abandon: {
      title: 'Una venta abandonada',
      instruction: 'Cobre {amount} a {identity}, aplique su descuento y cancele la venta sin cobrar.',
    },
    expired: {
      title: 'Una autorización vencida',
      instruction:
        'Cobre {amount} a {identity} y aplique su descuento. Espere 25 segundos, cobre y termine la venta como la caja le indique.',
    },
    limited: {
      title: 'Demasiadas llamadas',
      instruction: 'Cobre {amount} a {identity}, aplique su descuento y termine la venta.',
    },
    unavailable: {
      title: 'Servicio no disponible',
      instruction: 'Cobre {amount} a {identity}, aplique su descuento y termine la venta.',
    },
    unreachable: {
      title: 'Sin conexión',
      instruction:
        'Aliado no responde durante un minuto. Cobre {amount} a {identity} sin beneficio. Pasado el minuto, valide a {identity} otra vez.',
    },
    renewal: {
      title: 'La credencial se rechaza una vez',
      instruction: 'Cobre {amount} a {identity}, aplique su descuento y termine la venta.',
    },
    future: {
      title: 'Respuestas con algo nuevo',
      instruction:
        'Aplique a 99900000003 su descuento de categoría en una compra sin artículos de ella: la caja debe mostrar el título del rechazo. Después cobre {amount} a {identity}, aplique su descuento y termine la venta.',
    },
    twoTills: {
      title: 'Dos cajas a la vez',
      instruction: 'En dos cajas a la vez, cobre cinco ventas de {amount} a {identity} en cada una, con su descuento.',
    },
  },
  attestations: {
    chargedTotal: 'Total cobrado al cliente',
    shownDiscount: 'Descuento que muestra la caja',
    newTotal: 'Total nuevo de la compra, antes del descuento',
    wasStopped: 'La caja estuvo apagada, no solo minimizada',
    wasSold: 'La venta terminó sin beneficio',
    wasShown: 'La caja mostró el título del rechazo',
  },
  reasons: {
    notPlayed: 'Esta escena no se hizo.',
    notAttested: 'Falta lo que usted debe escribir en la escena.',
    noCalls: 'No llegó ninguna llamada con la que se pueda juzgar.',
    noEligibility: 'Aplicó sin validar antes.',
    notApplied: 'No se aplicó el descuento.',
    notConfirmed: 'La venta no registró su consumo.',
    doneTwice: 'La misma venta se aplicó o se registró más de una vez.',
    appliedAnyway: 'Aplicó un descuento después de que la respuesta dijo que no hay beneficios.',
    noLostAnswer: 'No se perdió ninguna respuesta en la escena.',
    notRetried: 'La llamada perdida no se repitió.',
    askedInstead: 'En lugar de repetir, preguntó qué hay para la referencia. Es válido; repetir es más simple.',
    otherKey:
      'Repitió con otra Idempotency-Key. Guarde la clave con la venta antes de la primera llamada y repita con ella.',
    otherBody: 'Repitió con la misma Idempotency-Key y otro contenido.',
    lateRetry: 'Repitió después de más de 2 minutos.',
    keyOfBothWrites: 'Usó la misma Idempotency-Key para aplicar y para el consumo.',
    keyOfTwoSales: 'Usó la misma Idempotency-Key en dos ventas.',
    noSilence: 'La caja siguió llamando: no se vio un minuto de silencio.',
    answeredBeforeStop: 'La caja ya tenía la respuesta cuando se apagó. Repita la escena.',
    otherReference: 'El consumo lleva otra referencia que la de su autorización.',
    referenceOfTwo: 'La misma referencia se usó en ventas de clientes distintos.',
    noOffset: 'consumptionDate no dice su zona horaria.',
    dateBeforeApply: 'consumptionDate es anterior a la autorización.',
    dateAhead: 'consumptionDate está en el futuro. Revise el reloj de la caja.',
    dateConstant: 'Ventas distintas llevan la misma consumptionDate.',
    notifiedUnpaid: 'Se envió un consumo de una venta que no se cobró.',
    notOver: 'La escena se cerró antes de que venciera la autorización.',
    notReleased: 'La autorización abandonada no se liberó.',
    notExpired: 'La autorización no llegó a vencer.',
    keyOfExpired: 'Aplicó de nuevo con la Idempotency-Key de la autorización vencida, y recibió la misma.',
    notAppliedAgain: 'No aplicó de nuevo después de que la autorización venció.',
    noRefusal: 'Ninguna llamada recibió ese rechazo en la escena.',
    noCallAfter: 'No hubo otra llamada después del rechazo.',
    tooEarly: 'Llamó antes de lo que dice Retry-After.',
    tooManyAttempts: 'Hizo más de 5 intentos de la misma llamada.',
    duplicated: 'Algo entre la caja y Aliado, como un balanceador, repite las llamadas por su cuenta.',
    notSold: 'Sin conexión la venta no terminó.',
    inventedConsumption: 'Envió un consumo con un código que ninguna autorización tiene.',
    tokenNotReused: 'Pidió un token nuevo cuando el anterior todavía servía.',
    notRenewed: 'Repitió después de un 401 sin renovar el token.',
    notRepeated: 'No repitió la llamada después de renovar el token.',
    loop: 'Repitió más de dos veces después de un 401.',
    browser: 'La llamada salió de un navegador: el secreto queda al alcance de cualquiera.',
    identificationInAddress: 'La dirección de la llamada lleva una identificación.',
    secretInAddress: 'La dirección de la llamada lleva un secreto.',
    referenceLikeIdentification: 'Una referencia parece una identificación. Use el número del ticket.',
    oldTotal: 'El consumo no informó el total nuevo.',
    otherTotal: 'El consumo informó otro total que el que usted escribió.',
    chargedOther:
      'Lo cobrado no es finalAmount. Aliado no calcula ni el ITBIS ni la propina legal: purchaseAmount lleva el ITBIS y no la propina.',
    ownArithmetic: 'La caja muestra otro descuento que el que respondió Aliado.',
    realIdentification: 'Se envió una identificación que parece de una persona real.',
    unassigned: 'Se enviaron identificaciones de prueba que no están asignadas.',
    mistyped: 'Se envió una identificación de prueba que no está asignada, quizás por un error al teclear.',
    typesAskedOften: 'Pidió los tipos de identificación más de una vez al día.',
    brokeOff: 'La venta no terminó cuando las respuestas traían campos o códigos nuevos.',
    titleNotShown: 'La caja no mostró el título del rechazo.',
    impliedDecimals: 'Los precios de los artículos van en centavos y el total en pesos, o al revés.',
    sumsDiffer: 'Los artículos no suman el total de la compra.',
    unknownSkus: 'Se enviaron SKU que no están en el catálogo.',
    noItemsSent: 'Ninguna compra llevó artículos.',
    collision: 'Dos ventas compartieron una Idempotency-Key o una referencia.',
    notTogether: 'No se vieron diez ventas de dos cajas a la vez.',
  },
}
