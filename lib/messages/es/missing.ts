/** What somebody lacks for a page. */
export const missing = {
  twoStepTitle: 'Active la verificación en dos pasos',
  twoStepText:
    'La oficina de su comercio guarda credenciales que valen dinero. Para entrar, su cuenta debe pedir también un código de su teléfono. Toma un minuto.',
  twoStepAction: 'Activarla ahora',
  companyTwoStepText:
    'La oficina de su empresa guarda datos personales de sus colaboradores. Para entrar, su cuenta debe pedir también un código de su teléfono. Toma un minuto.',
  merchantTitle: 'Todavía no es parte de un comercio',
  merchantText: 'Pida a quien administra el equipo de su comercio que le envíe una invitación a su correo.',
  permissionTitle: 'Le falta un permiso',
  permissionText:
    'Para ver esta página hace falta el permiso «{permission}». Pídalo a quien administra el equipo de su comercio; al recibirlo, actualice la página.',
  companyTitle: 'Todavía no es parte de una empresa',
  companyText: 'Pida a su contacto en Aliado que lo agregue a la oficina de su empresa.',
  companyPermissionText:
    'Para ver esta página hace falta el permiso «{permission}». Pídalo a su contacto en Aliado; al recibirlo, actualice la página.',
} as const
