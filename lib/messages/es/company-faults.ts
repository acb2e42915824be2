/** What a company's office refuses with, by code. */
export const companyFaults = {
  first_name_missing: 'Escriba los nombres.',
  first_name_too_long: 'Los nombres pueden tener hasta 100 caracteres.',
  last_name_missing: 'Escriba los apellidos.',
  last_name_too_long: 'Los apellidos pueden tener hasta 100 caracteres.',
  text_unshowable: 'Tiene caracteres que no se pueden mostrar. Escríbalo de nuevo.',
  email_invalid: 'Escriba un correo completo, como nombre@empresa.com, o deje el campo vacío.',
  identification_type_missing: 'Elija el tipo de identificación.',
  identification_type_unknown: 'Ese tipo de identificación ya no existe. Actualice la página.',
  identification_missing: 'Escriba la identificación.',
  identification_malformed: 'La identificación tiene de 1 a 30 letras y números.',
  identification_not_found: 'Nadie en su empresa tiene esa identificación de ese tipo.',
  already_here: 'Esta persona ya está en su lista: {name}.',
  already_here_inactive:
    'Esta persona ya está en su lista, inactiva: {name}. Búsquela por su identificación y actívela.',
  employed_elsewhere:
    'Esta persona está activa en otra empresa de Aliado. Su empresa anterior debe desactivarla primero.',
  type_unknown: 'Ese tipo de colaborador ya no existe. Actualice la página.',
  type_name_missing: 'Escriba el nombre del tipo.',
  type_name_too_long: 'El nombre puede tener hasta 60 caracteres.',
  type_name_taken: 'Ya hay un tipo con el nombre «{name}». Use otro.',
  recipients_missing: 'Elija los beneficiarios: todo el equipo o al menos un tipo.',
  not_found: 'Esto ya no existe en su empresa. Actualice la página.',
  permission_missing: 'Ya no tiene permiso para hacer esto. No se hizo ningún cambio. Pídalo a su contacto en Aliado.',
  two_step_missing: 'Active primero la verificación en dos pasos en la sección Seguridad de su cuenta.',
  invalid_input: 'Revise este dato.',
  foreign_origin: 'La solicitud no vino de esta página. Actualícela y vuelva a intentarlo.',
} as const
