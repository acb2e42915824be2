/** What somebody lacks for a page. */
export const missing = {
  twoStepTitle: 'Active la verificación en dos pasos',
  twoStepText:
    'En la oficina de su comercio hay credenciales que valen dinero. Por eso, para entrar se pide también un código de su teléfono. Activarlo toma un minuto.',
  supportTitle: 'No se muestra en una vista de soporte',
  supportText:
    'Esta página es para hacer algo, o muestra lo que soporte no debe ver. La oficina se puede leer desde el menú.',
  twoStepAction: 'Activarla ahora',
  companyTwoStepText:
    'En la oficina de su empresa hay datos personales de sus colaboradores. Por eso, para entrar se pide también un código de su teléfono. Activarlo toma un minuto.',
  merchantTitle: 'Todavía no pertenece a un comercio',
  merchantText: 'Pida una invitación por correo a quien administra el equipo de su comercio.',
  operatorTwoStepText:
    'En la oficina del operador está toda la red. Por eso, para entrar se pide también un código de su teléfono. Activarlo toma un minuto.',
  operatorPermissionText:
    'Para ver esta página necesita el permiso «{permission}». Pídalo a quien administra el equipo del operador y, cuando lo tenga, actualice la página.',
  permissionTitle: 'Le falta un permiso',
  permissionText:
    'Para ver esta página necesita el permiso «{permission}». Pídalo a quien administra el equipo de su comercio y, cuando lo tenga, actualice la página.',
  companyTitle: 'Todavía no pertenece a una empresa',
  companyText: 'Pida una invitación por correo a quien administra el equipo de su empresa.',
  companyPermissionText:
    'Para ver esta página necesita el permiso «{permission}». Pídalo a quien administra el equipo de su empresa y, cuando lo tenga, actualice la página.',
} as const
