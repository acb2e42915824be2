import type { FaultCode, FieldProblem } from '@/lib/kernel/fault'
import type { Language } from './language'

type Text = Readonly<Record<Language, string>>

/** Title and message of each code (D2 to D4). They may change; codes do not. Written to be read aloud at a till. */
export const faultTexts: Readonly<Record<FaultCode, { title: Text; message: Text }>> = {
  invalid_request: {
    title: { es: 'Datos no válidos', en: 'Invalid data' },
    message: {
      es: 'La solicitud tiene datos que faltan o no son válidos.',
      en: 'The request has missing or invalid data.',
    },
  },
  malformed_json: {
    title: { es: 'JSON mal formado', en: 'Malformed JSON' },
    message: { es: 'El cuerpo no es un JSON válido en UTF-8.', en: 'The body is not valid JSON in UTF-8.' },
  },
  idempotency_key_missing: {
    title: { es: 'Falta Idempotency-Key', en: 'Idempotency-Key is missing' },
    message: {
      es: 'Envíe el encabezado Idempotency-Key con un UUID único por operación.',
      en: 'Send the Idempotency-Key header with a UUID that is unique per operation.',
    },
  },
  idempotency_key_invalid: {
    title: { es: 'Idempotency-Key no válida', en: 'Invalid Idempotency-Key' },
    message: {
      es: 'El encabezado Idempotency-Key debe ser un solo UUID.',
      en: 'The Idempotency-Key header must be one UUID.',
    },
  },
  reference_in_use: {
    title: { es: 'Referencia en uso', en: 'Reference in use' },
    message: {
      es: 'Esta referencia ya tiene una autorización activa.',
      en: 'This reference already has an active authorization.',
    },
  },
  items_required: {
    title: { es: 'Faltan los artículos', en: 'Items are missing' },
    message: {
      es: 'Este descuento es por categoría o artículo: envíe los artículos de la compra.',
      en: 'This discount is by category or article: send the items of the purchase.',
    },
  },
  no_applicable_items: {
    title: { es: 'Ningún artículo aplica', en: 'No item applies' },
    message: {
      es: 'El descuento no aplica a ninguno de los artículos de la compra.',
      en: 'The discount applies to none of the items of the purchase.',
    },
  },
  branch_invalid: {
    title: { es: 'Sucursal no válida', en: 'Invalid branch' },
    message: {
      es: 'branchId no es una sucursal activa del comercio.',
      en: 'branchId is not an active branch of the merchant.',
    },
  },
  authorization_expired: {
    title: { es: 'Autorización vencida', en: 'Authorization expired' },
    message: {
      es: 'La autorización venció o fue liberada. Aplique el descuento de nuevo.',
      en: 'The authorization expired or was released. Apply the discount again.',
    },
  },
  authorization_already_used: {
    title: { es: 'Autorización ya utilizada', en: 'Authorization already used' },
    message: {
      es: 'La autorización ya tiene un consumo registrado.',
      en: 'The authorization already has a registered consumption.',
    },
  },
  credential_missing: {
    title: { es: 'Falta la credencial', en: 'Credential missing' },
    message: {
      es: 'Envíe un token en Authorization: Bearer o una clave en X-Api-Key.',
      en: 'Send a token in Authorization: Bearer or a key in X-Api-Key.',
    },
  },
  credential_invalid: {
    title: { es: 'Credencial no válida', en: 'Invalid credential' },
    message: {
      es: 'La credencial no existe, venció o fue revocada.',
      en: 'The credential does not exist, has expired or was revoked.',
    },
  },
  permission_missing: {
    title: { es: 'Permiso insuficiente', en: 'Permission missing' },
    message: {
      es: 'La credencial no tiene el permiso que esta operación requiere.',
      en: 'The credential lacks the permission that this operation requires.',
    },
  },
  merchant_disabled: {
    title: { es: 'Comercio no habilitado', en: 'Merchant not enabled' },
    message: {
      es: 'El comercio no está habilitado. Contacte al operador del servicio.',
      en: 'The merchant is not enabled. Contact the service operator.',
    },
  },
  discount_not_available: {
    title: { es: 'Descuento no disponible', en: 'Discount not available' },
    message: {
      es: 'El descuento no está disponible para este colaborador.',
      en: 'The discount is not available to this collaborator.',
    },
  },
  authorization_not_found: {
    title: { es: 'Autorización no encontrada', en: 'Authorization not found' },
    message: {
      es: 'No hay una autorización con esos datos para el comercio.',
      en: 'There is no authorization with those data for the merchant.',
    },
  },
  not_found: {
    title: { es: 'No encontrado', en: 'Not found' },
    message: { es: 'Esta ruta no existe.', en: 'This path does not exist.' },
  },
  method_not_allowed: {
    title: { es: 'Método no permitido', en: 'Method not allowed' },
    message: { es: 'Esta ruta no admite ese método.', en: 'This path does not admit that method.' },
  },
  idempotency_key_reused: {
    title: { es: 'Idempotency-Key ya utilizada', en: 'Idempotency-Key already used' },
    message: {
      es: 'Esta Idempotency-Key ya se utilizó con una solicitud distinta.',
      en: 'This Idempotency-Key was already used with a different request.',
    },
  },
  payload_too_large: {
    title: { es: 'Solicitud demasiado grande', en: 'Request too large' },
    message: { es: 'El cuerpo supera 256 KiB.', en: 'The body exceeds 256 KiB.' },
  },
  unsupported_media_type: {
    title: { es: 'Tipo de contenido no admitido', en: 'Unsupported media type' },
    message: { es: 'Envíe el cuerpo como application/json.', en: 'Send the body as application/json.' },
  },
  rate_limited: {
    title: { es: 'Demasiadas solicitudes', en: 'Too many requests' },
    message: {
      es: 'Espere los segundos que indica Retry-After y reintente.',
      en: 'Wait for the seconds that Retry-After says and retry.',
    },
  },
  internal_error: {
    title: { es: 'Error interno', en: 'Internal error' },
    message: {
      es: 'Ocurrió un error inesperado. Comparta el X-Request-Id con soporte.',
      en: 'An unexpected error occurred. Share the X-Request-Id with support.',
    },
  },
  service_unavailable: {
    title: { es: 'Servicio no disponible', en: 'Service unavailable' },
    message: {
      es: 'El servicio no está disponible en este momento. Reintente, con la misma Idempotency-Key si la envió.',
      en: 'The service is unavailable at this moment. Retry, with the same Idempotency-Key if you sent one.',
    },
  },
}

/** What is wrong with a field. `{most}` and the like are filled from the problem's values. */
const problemTexts: Readonly<Record<string, Text>> = {
  required: { es: 'Este campo es obligatorio.', en: 'This field is required.' },
  'type:string': { es: 'Debe ser un texto.', en: 'Must be a string.' },
  'type:number': { es: 'Debe ser un número.', en: 'Must be a number.' },
  'type:int': { es: 'Debe ser un número entero.', en: 'Must be an integer.' },
  'type:array': { es: 'Debe ser una lista.', en: 'Must be an array.' },
  'type:object': { es: 'Debe ser un objeto.', en: 'Must be an object.' },
  blank: { es: 'No puede estar en blanco.', en: 'Must not be blank.' },
  at_most_64: { es: 'Admite 64 caracteres como máximo.', en: 'At most 64 characters.' },
  control_characters: { es: 'No admite caracteres de control.', en: 'Must not have control characters.' },
  ill_formed_text: {
    es: 'No admite U+0000 ni caracteres Unicode incompletos.',
    en: 'Must not have U+0000 or incomplete Unicode characters.',
  },
  too_long: { es: 'Admite {most} como máximo.', en: 'At most {most}.' },
  too_short: { es: 'Debe tener {least} como mínimo.', en: 'At least {least}.' },
  too_small: { es: 'Debe ser {least} o más.', en: 'Must be {least} or more.' },
  too_large: { es: 'Debe ser {most} o menos.', en: 'Must be {most} or less.' },
  too_small_amount: { es: 'El valor es demasiado pequeño.', en: 'The value is too small.' },
  too_large_amount: { es: 'El valor es demasiado grande.', en: 'The value is too large.' },
  two_decimals: { es: 'Admite dos decimales como máximo.', en: 'At most two decimals.' },
  three_decimals: { es: 'Admite tres decimales como máximo.', en: 'At most three decimals.' },
  identification: {
    es: 'Debe tener de 1 a 30 letras y números, sin guiones ni espacios.',
    en: 'Must have 1 to 30 letters and digits, without hyphens or spaces.',
  },
  identification_type: {
    es: 'No está en la lista de tipos de identificación.',
    en: 'Is not on the list of identification types.',
  },
  date_time: {
    es: 'Debe ser una fecha y hora ISO 8601 con zona horaria.',
    en: 'Must be an ISO 8601 date and time with time zone.',
  },
  future: { es: 'No puede estar más de 5 minutos en el futuro.', en: 'Must not be more than 5 minutes in the future.' },
  positive_integer: { es: 'Debe ser un entero positivo.', en: 'Must be a positive integer.' },
  limit: { es: 'Debe ser un entero de 1 a 200.', en: 'Must be an integer from 1 to 200.' },
  cursor: { es: 'No es un cursor de esta lista.', en: 'Is not a cursor of this list.' },
  repeated_parameter: { es: 'El parámetro está repetido.', en: 'The parameter is repeated.' },
  two_credentials: {
    es: 'Envíe Authorization o X-Api-Key, no ambos.',
    en: 'Send either Authorization or X-Api-Key, not both.',
  },
  permission: {
    es: 'La credencial no tiene el permiso {permission}, que esta operación requiere.',
    en: 'The credential lacks the permission {permission}, which this operation requires.',
  },
  misses_spent: {
    es: 'Demasiadas consultas de elegibilidad no encontraron beneficios. Espere los segundos que indica Retry-After y reintente.',
    en: 'Too many eligibility calls found no benefits. Wait for the seconds that Retry-After says and retry.',
  },
  content_coding: {
    es: 'Envíe el cuerpo sin comprimir: Content-Encoding solo puede ser identity.',
    en: 'Send the body uncompressed: Content-Encoding can only be identity.',
  },
  headers_too_large: {
    es: 'La línea de la solicitud y sus encabezados superan 16 KiB.',
    en: 'The request line and its headers exceed 16 KiB.',
  },
  unknown_path: {
    es: 'Esta ruta no existe. La documentación está en {documentation}.',
    en: 'This path does not exist. The documentation is at {documentation}.',
  },
  too_deep: { es: 'El JSON tiene más de 64 niveles.', en: 'The JSON has more than 64 levels.' },
  branch: { es: 'No es una sucursal activa del comercio.', en: 'Is not an active branch of the merchant.' },
  reference_in_use: {
    es: 'Esta referencia ya tiene una autorización activa.',
    en: 'This reference already has an active authorization.',
  },
  items_required: {
    es: 'Este descuento es por categoría o artículo: envíe los artículos de la compra.',
    en: 'This discount is by category or article: send the items of the purchase.',
  },
  no_applicable_items: {
    es: 'El descuento no aplica a ninguno de los artículos de la compra.',
    en: 'The discount applies to none of the items of the purchase.',
  },
  invalid: { es: 'El valor no es válido.', en: 'The value is not valid.' },
}

/** The words for a field's problem. */
export function problemText(problem: FieldProblem, language: Language): string {
  const text = (problemTexts[problem.problem] ?? problemTexts.invalid)?.[language] ?? ''
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(problem.values?.[name] ?? ''))
}
