import type { FaultCode } from '@/lib/kernel/fault'
import type { Language } from '@/lib/language/language'

type Text = Readonly<Record<Language, string>>

/** What an adapter does with the call that was refused. */
export type Retry = 'correct' | 'apply_again' | 'wait' | 'repeat' | 'renew' | 'never'

export type ErrorAdvice = {
  readonly retry: Retry
  /** What the cashier does or says. */
  readonly cashier: Text
  readonly causes: readonly Text[]
  /** The request that meets it in the test environment; undefined where an assigned identity or an armed fault alone does (`lib/sandbox`). */
  readonly provoke?: Text
}

const chargeWithout: Text = {
  es: 'Cobrar sin descuento y avisar a quien administra la caja.',
  en: 'Charge without the discount and tell whoever runs the till.',
}

const programFault: Text = {
  es: 'Cobrar sin descuento. Es un error del programa de la caja.',
  en: 'Charge without the discount. It is an error of the till’s program.',
}

/** What each code means to who integrates, beside its texts (D2): one page each (D63). */
export const errorAdvice: Readonly<Record<FaultCode, ErrorAdvice>> = {
  invalid_request: {
    retry: 'correct',
    cashier: {
      es: 'Revisar lo que se escribió, sobre todo la identificación, y repetir.',
      en: 'Check what was typed, above all the identification, and repeat.',
    },
    causes: [
      {
        es: 'Falta un campo obligatorio, o tiene otro tipo: un número enviado como texto se rechaza.',
        en: 'A required field is missing or has another type: a number sent as text is refused.',
      },
      {
        es: 'La identificación lleva guiones o espacios.',
        en: 'The identification has hyphens or spaces.',
      },
      {
        es: 'Un monto tiene más de dos decimales, o una fecha no tiene zona horaria.',
        en: 'An amount has more than two decimals, or a date has no time zone.',
      },
      {
        es: 'La llamada lleva una clave y un token a la vez.',
        en: 'The call carries a key and a token at once.',
      },
    ],
    provoke: {
      es: 'Valide con `"identification": "001-0000000-1"`.',
      en: 'Validate with `"identification": "001-0000000-1"`.',
    },
  },
  malformed_json: {
    retry: 'correct',
    cashier: programFault,
    causes: [
      { es: 'El cuerpo está vacío o cortado.', en: 'The body is empty or cut.' },
      { es: 'El cuerpo no está en UTF-8.', en: 'The body is not in UTF-8.' },
      {
        es: 'Una coma decimal: `1250,50` en lugar de `1250.50`.',
        en: 'A decimal comma: `1250,50` instead of `1250.50`.',
      },
    ],
    provoke: { es: 'Valide con el cuerpo `{`.', en: 'Validate with the body `{`.' },
  },
  idempotency_key_missing: {
    retry: 'correct',
    cashier: programFault,
    causes: [
      {
        es: 'La llamada de aplicar o de confirmar no lleva el encabezado `Idempotency-Key`.',
        en: 'The call to apply or to confirm has no `Idempotency-Key` header.',
      },
      { es: 'Un proxy en el camino quita el encabezado.', en: 'A proxy on the way removes the header.' },
    ],
    provoke: { es: 'Aplique sin el encabezado.', en: 'Apply without the header.' },
  },
  idempotency_key_invalid: {
    retry: 'correct',
    cashier: programFault,
    causes: [
      {
        es: 'El valor no es un UUID: por ejemplo, el número del ticket.',
        en: 'The value is no UUID: the number of the ticket, for example.',
      },
      {
        es: 'El encabezado va dos veces, con valores distintos.',
        en: 'The header is sent twice, with different values.',
      },
    ],
    provoke: { es: 'Aplique con `Idempotency-Key: T-000123`.', en: 'Apply with `Idempotency-Key: T-000123`.' },
  },
  reference_in_use: {
    retry: 'correct',
    cashier: {
      es: 'Ese ticket ya tiene un descuento reservado: usar ese, o liberarlo antes de aplicar otro.',
      en: 'That ticket has a discount reserved already: use it, or release it before applying another.',
    },
    causes: [
      {
        es: 'Se aplicó otra vez con una clave nueva después de perder la respuesta. Repita con la misma clave.',
        en: 'Apply was sent again with a new key after its answer was lost. Repeat with the same key.',
      },
      {
        es: 'El cliente cambió de descuento y la primera reserva no se liberó.',
        en: 'The customer changed to another discount and the first reservation was not released.',
      },
      { es: 'Dos cajas usan el mismo número de ticket.', en: 'Two tills use the same ticket number.' },
    ],
    provoke: {
      es: 'Aplique dos veces con la misma `reference` y claves distintas.',
      en: 'Apply twice with the same `reference` and different keys.',
    },
  },
  items_required: {
    retry: 'correct',
    cashier: programFault,
    causes: [
      {
        es: 'El descuento es por categoría o artículo y la solicitud no lleva `items`.',
        en: 'The discount is by category or article and the request has no `items`.',
      },
    ],
    provoke: {
      es: 'Aplique sin `items` un descuento cuyo `scope.typeId` es 2 o 3.',
      en: 'Apply without `items` a discount whose `scope.typeId` is 2 or 3.',
    },
  },
  no_applicable_items: {
    retry: 'correct',
    cashier: {
      es: 'Ningún artículo de la compra tiene ese descuento: elegir otro, o cobrar sin descuento.',
      en: 'No item of the purchase has that discount: choose another, or charge without one.',
    },
    causes: [
      {
        es: 'El SKU de la caja no es el que el comercio registró en su catálogo (las mayúsculas cuentan).',
        en: 'The SKU of the till is not the one that the merchant registered in its catalog (case matters).',
      },
      {
        es: 'La compra no incluye artículos de la categoría.',
        en: 'The purchase has no items of the category.',
      },
    ],
    provoke: {
      es: 'Aplique un descuento por artículo con `"sku": "NO-EXISTE"`.',
      en: 'Apply a discount by article with `"sku": "NO-EXISTE"`.',
    },
  },
  branch_invalid: {
    retry: 'correct',
    cashier: chargeWithout,
    causes: [
      {
        es: '`branchId` es el código de la sucursal en su sistema, y no el de Aliado.',
        en: '`branchId` is the code of the branch in your system, not in Aliado.',
      },
      { es: 'La sucursal se desactivó en la oficina.', en: 'The branch was deactivated in the office.' },
    ],
    provoke: {
      es: 'Valide con `"branchId": 2147483647`. Los valores válidos están en `GET /integrations/credential`.',
      en: 'Validate with `"branchId": 2147483647`. The valid ones are in `GET /integrations/credential`.',
    },
  },
  authorization_expired: {
    retry: 'apply_again',
    cashier: {
      es: 'La reserva venció: aplicar el descuento de nuevo antes de cobrar.',
      en: 'The reservation expired: apply the discount again before charging.',
    },
    causes: [
      {
        es: 'Entre aplicar y confirmar pasó más tiempo que la vigencia.',
        en: 'More time passed between apply and confirm than it was valid for.',
      },
      { es: 'La reserva se liberó.', en: 'The reservation was released.' },
      {
        es: 'Las confirmaciones se envían al cierre del día. Envíelas al cobrar.',
        en: 'Confirmations are sent when the day is closed. Send them on payment.',
      },
    ],
    provoke: {
      es: 'Aplique, libere con `POST /integrations/discounts/release`, y confirme.',
      en: 'Apply, release with `POST /integrations/discounts/release`, and confirm.',
    },
  },
  authorization_already_used: {
    retry: 'never',
    cashier: {
      es: 'Ese consumo ya está registrado: no hay que hacer nada más.',
      en: 'That consumption is registered: there is nothing more to do.',
    },
    causes: [
      {
        es: 'Se confirmó otra vez con una clave nueva. Repita con la misma clave: responde el consumo original.',
        en: 'It was confirmed again with a new key. Repeat with the same key: it answers the original consumption.',
      },
      {
        es: 'Se quiso liberar una reserva que ya se confirmó.',
        en: 'A reservation that was confirmed was to be released.',
      },
    ],
    provoke: {
      es: 'Confirme dos veces el mismo código con claves distintas.',
      en: 'Confirm the same code twice with different keys.',
    },
  },
  credential_missing: {
    retry: 'correct',
    cashier: chargeWithout,
    causes: [
      {
        es: 'La llamada no lleva `X-Api-Key` ni `Authorization`.',
        en: 'The call has neither `X-Api-Key` nor `Authorization`.',
      },
      { es: 'La variable del servidor está vacía.', en: 'The variable of the server is empty.' },
      {
        es: 'La credencial va en la URL: ahí se ignora.',
        en: 'The credential is in the URL: there it is ignored.',
      },
    ],
    provoke: {
      es: 'Llame a `GET /integrations/credential` sin credencial.',
      en: 'Call `GET /integrations/credential` without a credential.',
    },
  },
  credential_invalid: {
    retry: 'renew',
    cashier: chargeWithout,
    causes: [
      { es: 'El token venció: pida otro.', en: 'The token has expired: ask for another.' },
      {
        es: 'La clave venció, fue revocada o se copió incompleta.',
        en: 'The key has expired, was revoked or was copied in part.',
      },
      {
        es: 'Es una credencial de otro ambiente.',
        en: 'It is a credential of the other environment.',
      },
      {
        es: 'El comercio limitó la credencial a otras direcciones. La oficina lo muestra.',
        en: 'The merchant limited the credential to other addresses. The office shows it.',
      },
    ],
    provoke: {
      es: 'Cambie la última letra de su clave.',
      en: 'Change the last letter of your key.',
    },
  },
  permission_missing: {
    retry: 'never',
    cashier: chargeWithout,
    causes: [
      {
        es: 'La credencial se creó sin el permiso que el mensaje nombra. Cree otra que lo tenga.',
        en: 'The credential was created without the permission that the message names. Create one that has it.',
      },
    ],
    provoke: {
      es: 'Llame a `GET /consumptions` con una clave que solo canjea beneficios.',
      en: 'Call `GET /consumptions` with a key that only redeems benefits.',
    },
  },
  merchant_disabled: {
    retry: 'never',
    cashier: chargeWithout,
    causes: [
      {
        es: 'El operador de la red deshabilitó al comercio. Contáctelo.',
        en: 'The operator of the network disabled the merchant. Contact them.',
      },
    ],
  },
  discount_not_available: {
    retry: 'never',
    cashier: {
      es: 'Ese descuento no está disponible para el cliente: validar de nuevo, elegir otro, o cobrar sin descuento.',
      en: 'That discount is not available to the customer: validate again, choose another, or charge without one.',
    },
    causes: [
      {
        es: 'Entre validar y aplicar el descuento terminó, se pausó o se agotó.',
        en: 'Between validate and apply the discount ended, was paused or was used up.',
      },
      {
        es: 'El colaborador ya usó el descuento las veces que permite, o la compra no llega al mínimo.',
        en: 'The collaborator has used the discount as often as it allows, or the purchase is below its minimum.',
      },
      {
        es: 'La empresa no lo concede a ese colaborador, o el descuento es de otro comercio.',
        en: 'The company does not grant it to that collaborator, or the discount is of another merchant.',
      },
    ],
    provoke: {
      es: 'Aplique con `"merchantDiscountId": 2147483647`.',
      en: 'Apply with `"merchantDiscountId": 2147483647`.',
    },
  },
  authorization_not_found: {
    retry: 'never',
    cashier: {
      es: 'No hay una reserva con ese código y esa referencia: revisar que sean los del mismo ticket.',
      en: 'There is no reservation with that code and reference: check that they are of the same ticket.',
    },
    causes: [
      {
        es: 'El código y la referencia son de tickets distintos.',
        en: 'The code and the reference are of different tickets.',
      },
      {
        es: 'La credencial es de otro comercio o de otro ambiente.',
        en: 'The credential is of another merchant or of the other environment.',
      },
    ],
    provoke: {
      es: 'Confirme un código suyo con otra `reference`.',
      en: 'Confirm a code of yours with another `reference`.',
    },
  },
  not_found: {
    retry: 'correct',
    cashier: programFault,
    causes: [
      {
        es: 'Falta `/api/v1` en la dirección, o la ruta tiene un error.',
        en: '`/api/v1` is missing in the address, or the path has an error.',
      },
    ],
    provoke: { es: 'Llame a `GET /api/v1/nada`.', en: 'Call `GET /api/v1/nothing`.' },
  },
  method_not_allowed: {
    retry: 'correct',
    cashier: programFault,
    causes: [
      {
        es: 'La ruta existe con otro método. El encabezado `Allow` dice cuál.',
        en: 'The path exists with another method. The header `Allow` says which.',
      },
      {
        es: 'Una redirección cambió `POST` por `GET`: llame a la dirección exacta, con `https`.',
        en: 'A redirect turned `POST` into `GET`: call the exact address, with `https`.',
      },
    ],
    provoke: { es: 'Llame a `GET /integrations/eligibility`.', en: 'Call `GET /integrations/eligibility`.' },
  },
  idempotency_key_reused: {
    retry: 'never',
    cashier: programFault,
    causes: [
      {
        es: 'La misma clave se usó para aplicar y para confirmar. Son dos operaciones: dos claves.',
        en: 'The same key was used to apply and to confirm. These are two operations: two keys.',
      },
      {
        es: 'Se repitió la llamada con otro cuerpo, por ejemplo con otro total.',
        en: 'The call was repeated with another body, such as another total.',
      },
      {
        es: 'La clave se calcula de algo que se repite, como el número del ticket.',
        en: 'The key is calculated from something that comes again, such as the ticket number.',
      },
    ],
    provoke: {
      es: 'Aplique, y repita con la misma clave y otro `purchaseAmount`.',
      en: 'Apply, and repeat with the same key and another `purchaseAmount`.',
    },
  },
  payload_too_large: {
    retry: 'correct',
    cashier: programFault,
    causes: [{ es: 'El cuerpo pesa más de 256 KiB.', en: 'The body is larger than 256 KiB.' }],
    provoke: {
      es: 'Valide con un campo de más que tenga 300,000 letras.',
      en: 'Validate with an additional field of 300,000 letters.',
    },
  },
  unsupported_media_type: {
    retry: 'correct',
    cashier: programFault,
    causes: [
      {
        es: 'Falta `Content-Type: application/json`, o el cuerpo va como formulario.',
        en: '`Content-Type: application/json` is missing, or the body is sent as a form.',
      },
      { es: 'El cuerpo va comprimido.', en: 'The body is compressed.' },
    ],
    provoke: {
      es: 'Valide con `Content-Type: text/plain`.',
      en: 'Validate with `Content-Type: text/plain`.',
    },
  },
  rate_limited: {
    retry: 'wait',
    cashier: {
      es: 'Esperar unos segundos. El programa repite solo.',
      en: 'Wait for some seconds. The program repeats by itself.',
    },
    causes: [
      {
        es: 'Muchas cajas comparten una credencial. Cree una por sucursal.',
        en: 'Many tills share one credential. Create one per branch.',
      },
      {
        es: 'Muchas validaciones sin beneficio seguidas: `RateLimit-Policy` dice `eligibility-misses`.',
        en: 'Many validations without a benefit in a row: `RateLimit-Policy` says `eligibility-misses`.',
      },
      { es: 'El programa repite sin esperar.', en: 'The program repeats without waiting.' },
    ],
    provoke: {
      es: 'Envíe más llamadas por segundo que la ráfaga de su credencial.',
      en: 'Send more calls at once than the burst of your credential.',
    },
  },
  internal_error: {
    retry: 'repeat',
    cashier: {
      es: 'Esperar unos segundos. Si sigue, cobrar sin descuento.',
      en: 'Wait for some seconds. If it goes on, charge without the discount.',
    },
    causes: [
      {
        es: 'Un error nuestro. Comparta `X-Request-Id` con soporte.',
        en: 'An error of ours. Share `X-Request-Id` with support.',
      },
    ],
  },
  service_unavailable: {
    retry: 'wait',
    cashier: {
      es: 'Esperar unos segundos. Si sigue, cobrar sin descuento; lo ya cobrado se confirma después.',
      en: 'Wait for some seconds. If it goes on, charge without the discount; what was charged is confirmed later.',
    },
    causes: [
      {
        es: 'El servicio no puede atender en este momento. No se hizo nada, o se hizo y la repetición lo dice.',
        en: 'The service cannot serve at this moment. Nothing was done, or it was and the repetition says so.',
      },
    ],
  },
}
