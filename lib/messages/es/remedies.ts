/** What to do about a call that failed, beside why it did: `lib/requests/remedy.ts` chooses. */
export const remedies = {
  title: 'Qué hacer',
  links: {
    branches: 'Ir a Sucursales',
    discount: 'Ver el descuento',
    discounts: 'Ir a Descuentos',
    catalog: 'Buscar en Artículos',
    credential: 'Ver la credencial',
    integrations: 'Ir a Integraciones',
    sale: 'Ver la venta',
    authorization: 'Ver la autorización',
  },
  texts: {
    fixFields: 'Corrija en su sistema los campos señalados y repita la llamada.',
    oneCredential: 'Envíe una sola credencial: quite el encabezado Authorization o el encabezado X-Api-Key.',
    identificationTypes: 'Use uno de los identificadores que devuelve GET /api/v1/integrations/identification-types.',
    tokenForm:
      'Pida el token con un formulario (application/x-www-form-urlencoded) que diga grant_type=client_credentials, sin parámetros repetidos.',
    writeJson:
      'Genere el cuerpo con la biblioteca de JSON de su lenguaje, como un objeto en UTF-8, y repita la llamada.',
    sendKey:
      'Genere un UUID por operación, guárdelo con la venta y envíelo en Idempotency-Key. Use el mismo en cada reintento.',
    sendOneKey: 'Envíe un solo encabezado Idempotency-Key con un UUID. La referencia o el número de factura no sirven.',
    keyReused:
      'Genere un UUID nuevo para cada operación. Repita el anterior solo para reintentar la misma solicitud, sin cambiarle nada.',
    keyOfSale:
      'Esta Idempotency-Key ya se usó para la referencia {reference}. Genere un UUID nuevo para cada operación y repita el anterior solo al reintentar la misma solicitud.',
    referenceTaken:
      'Registre el consumo de la autorización que ya tiene esta referencia, libérela o espere a que venza antes de aplicar de nuevo.',
    referenceActive:
      'La referencia {reference} tiene la autorización {code}, activa hasta el {at}. Registre su consumo o libérela antes de aplicar de nuevo.',
    referenceConsumed:
      'La autorización {code} de la referencia {reference} ya se consumió. Una compra nueva lleva otra referencia.',
    referenceFree:
      'La referencia {reference} ya no tiene una autorización activa: puede aplicar el descuento de nuevo.',
    sendItems: 'Envíe items con sku, quantity y unitPrice de cada artículo de la compra.',
    sendItemsOf:
      '«{name}» solo aplica a {target}. Envíe items con sku, quantity y unitPrice de cada artículo de la compra.',
    skusUnknown: 'Estos SKU no están en su catálogo: {skus}. Regístrelos o corrija el SKU que envía su caja.',
    itemsTarget:
      '«{name}» solo aplica a {target}. Revise que el artículo comprado sea ese o pertenezca a esa categoría.',
    itemsOther: 'Revise que los SKU que envía su caja sean los de su catálogo y que el descuento los incluya.',
    branchUnread: 'Envíe en branchId el número de una sucursal activa, o no envíe el campo.',
    branchUnknown: 'branchId {id} no es una sucursal de su comercio. Use uno de los números de la página Sucursales.',
    branchInactive: 'branchId {id} es {name}, inactiva. Actívela o envíe otra sucursal.',
    branchActive: 'branchId {id} es {name} y ahora está activa. Repita la llamada.',
    applyAgain:
      'Aplique el descuento de nuevo, con la misma referencia y otra Idempotency-Key, y registre el consumo antes de que venza.',
    authorizationExpired:
      'La autorización {code} venció el {at}. Aplique el descuento de nuevo, con la misma referencia y otra Idempotency-Key.',
    authorizationReleased:
      'La autorización {code} se liberó el {at}. Aplique el descuento de nuevo, con la misma referencia y otra Idempotency-Key.',
    alreadyUsed: 'No la registre otra vez: la venta ya está en Aliado.',
    alreadyConsumed:
      'La referencia {reference} ya tiene el consumo {code}: no lo registre otra vez. Al reintentar, repita la misma Idempotency-Key para recibir la misma respuesta.',
    sendCredential: 'Envíe una clave en X-Api-Key o un token en Authorization: Bearer.',
    secretWrong:
      'El secreto que envió el sistema no es el de «{name}». Instale el que guardó al crearla; si lo perdió, cree otra.',
    secretPrevious: 'El sistema todavía usa el secreto anterior de «{name}». Instale el que recibió al rotarlo.',
    addressNotAllowed:
      'La llamada vino de una dirección que no está entre las permitidas de «{name}». Si es de su comercio, agréguela con «Limitar direcciones».',
    keyExpired: 'La clave «{name}» venció. Cree otra e instálela en el sistema.',
    keyExpiredAt: 'La clave «{name}» venció el {at}. Cree otra e instálela en el sistema.',
    tokenEnded:
      'El token ya no sirve. El sistema debe pedir otro cuando reciba un 401, y antes de que venza el que tiene.',
    credentialEnded: '«{name}» se revocó o eliminó. Instale en el sistema una credencial vigente.',
    credentialCheck: 'Revise que el sistema envíe la credencial «{name}» completa y que siga vigente.',
    permissionCheck: 'Use una credencial que tenga el permiso que requiere esta operación.',
    permissionLacking:
      'A «{name}» le falta {permission}. Cree una credencial con ese permiso e instálela en el sistema.',
    tokenNarrow:
      '«{name}» tiene {permission}, pero el token se pidió sin él. Pídalo sin scope, o con scope={permission}.',
    askOperator: 'Su comercio está deshabilitado en la red. Escriba al operador para habilitarlo.',
    discountUnread: 'Envíe en merchantDiscountId uno de los que devolvió elegibilidad para esta persona.',
    discountUnknown:
      'merchantDiscountId {id} no es un descuento de su comercio. Envíe uno de los que devolvió elegibilidad para esta persona.',
    discountDraft: '«{name}» es un borrador. Publíquelo para que las cajas puedan aplicarlo.',
    discountPaused: '«{name}» está en pausa. Reanúdelo para que las cajas puedan aplicarlo.',
    discountScheduled: '«{name}» comienza el {from}. Adelante la fecha o espere a ese día.',
    discountExpired: '«{name}» venció el {to}. Extienda su vigencia o use otro descuento.',
    discountEnded: '«{name}» se finalizó. Consulte elegibilidad y aplique otro descuento.',
    discountPublished:
      '«{name}» está publicado, pero esta persona no lo tuvo: su empresa no se lo otorga, no es colaboradora activa o llegó a un límite. Consulte elegibilidad y aplique uno de los que devuelva.',
    authorizationUnknown:
      'Envíe el authorizationCode que devolvió aplicar el descuento, con la misma referencia y desde el mismo comercio.',
    authorizationOther:
      'La autorización {code} es de la referencia {theirs}, y la llamada envió {sent}. Envíe la misma referencia con que aplicó el descuento.',
    authorizationThere: 'La autorización {code} está en su comercio. Repita la llamada.',
    checkPath: 'Corrija la ruta: comienza con /api/v1 y no lleva barra al final.',
    checkMethod: 'Corrija el método: las consultas son GET y las operaciones, POST.',
    sendLess: 'Envíe solo los campos de la operación: el cuerpo admite 256 KiB.',
    sendJsonType: 'Envíe el encabezado Content-Type: application/json.',
    waitAndRetry:
      'Espere los segundos de Retry-After y reintente con la misma Idempotency-Key. Si se repite, reparta las llamadas en el tiempo.',
    askFewer:
      'Espere los segundos de Retry-After. Consulte elegibilidad una vez por compra, con la identificación que dio la persona.',
    askSupport: 'Reintente con la misma Idempotency-Key. Si se repite, envíe a soporte el X-Request-Id {requestId}.',
    retrySame: 'Reintente en unos segundos, con la misma Idempotency-Key si la envió.',
    scopeCheck: 'Pida el token sin scope: tendrá todos los permisos del cliente.',
    scopeOf: '«{name}» puede pedir {permissions}. Quite del scope lo demás, o no envíe scope.',
    clientCredentials: 'Pida el token con grant_type=client_credentials.',
    retryToken: 'Pida el token otra vez en unos segundos.',
  },
} as const
