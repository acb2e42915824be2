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
  identification_reserved: 'Esa identificación está reservada para pruebas y no existe en producción.',
  identification_not_of_test:
    'En el ambiente de prueba solo se agregan identificaciones de prueba: 999… para una cédula, PRUEBA… para otros tipos.',
  identification_not_found: 'Nadie en su empresa tiene esa identificación de ese tipo.',
  already_here: 'Esta persona ya está en su lista: {name}.',
  already_here_inactive:
    'Esta persona ya está en su lista, inactiva: {name}. Búsquela por su identificación y actívela.',
  employed_elsewhere:
    'Esta persona está activa en otra empresa de Aliado. Su empresa anterior debe desactivarla primero.',
  collaborator_inactive: '{name} está inactivo. Actívelo antes de enviarle la invitación.',
  collaborator_without_email: '{name} no tiene correo. Agréguelo en sus datos.',
  invited_today: 'A {name} ya se le envió hoy una invitación a ese correo. Puede enviarle otra mañana.',
  invitations_spent: '{name} ya recibió {most} invitaciones en los últimos {days} días. Espere antes de enviarle otra.',
  invitations_of_day_spent:
    'Su empresa ya envió hoy {most, number} invitaciones, el máximo de un día. Continúe mañana.',
  nobody_to_invite: 'Ya se invitó a todas las personas de esta lista que tienen correo y están activas.',
  type_unknown: 'Ese tipo de colaborador ya no existe. Actualice la página.',
  type_name_missing: 'Escriba el nombre del tipo.',
  type_name_too_long: 'El nombre puede tener hasta 60 caracteres.',
  type_name_taken: 'Ya hay un tipo con el nombre «{name}». Use otro.',
  recipients_missing: 'Elija los beneficiarios: todo el equipo o al menos un tipo.',
  already_granted: '«{name}» ya está otorgado. Actualice la página.',
  nothing_chosen: 'Elija al menos un descuento.',
  not_found: 'Esto ya no existe en su empresa. Actualice la página.',
  permission_missing:
    'Ya no tiene permiso para hacer esto. No se hizo ningún cambio. Pídalo a quien administra el equipo de su empresa.',
  two_step_missing: 'Active primero la verificación en dos pasos en la sección Seguridad de su cuenta.',
  invalid_input: 'Revise este dato.',
  foreign_origin: 'La solicitud no vino de esta página. Actualícela y vuelva a intentarlo.',
} as const
