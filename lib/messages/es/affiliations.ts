/** Affiliations between a merchant and a company, as either side sees them. */
export const affiliations = {
  proposal: {
    action: 'Solicitar afiliación',
    title: 'Solicitar una afiliación',
    text: {
      merchant:
        'La empresa recibirá un correo y decidirá. Si acepta, podrá otorgar los descuentos de su comercio a sus colaboradores.',
      company:
        'El comercio recibirá un correo y decidirá. Si acepta, su empresa podrá otorgar sus descuentos a sus colaboradores.',
    },
    other: {
      merchant: 'RNC o nombre completo de la empresa',
      company: 'RNC o nombre completo del comercio',
    },
    otherHint: 'Tal como está registrado en Aliado. El RNC puede llevar guiones o no.',
    message: 'Mensaje',
    messageHint: 'Se mostrará junto a la solicitud.',
    submit: 'Enviar solicitud',
    proposed: 'Solicitud enviada a {name}',
    affiliated: '{name} ya lo había solicitado: la afiliación está activa',
  },
  received: {
    title: 'Solicitudes recibidas',
    lead: {
      merchant: 'Empresas que solicitan otorgar los descuentos de su comercio a sus colaboradores.',
      company: 'Comercios que solicitan que su empresa otorgue sus descuentos.',
    },
  },
  sent: {
    title: 'Solicitudes enviadas',
    lead: 'En espera de respuesta.',
  },
  past: {
    title: 'Solicitudes anteriores',
    show: '{count, plural, one {Ver la última} other {Ver las últimas #}}',
  },
  columns: {
    other: { merchant: 'Empresa', company: 'Comercio' },
    message: 'Mensaje',
    received: 'Recibida',
    sent: 'Enviada',
    result: 'Resultado',
    ended: 'Fecha',
    actions: 'Acciones',
  },
  legalId: 'RNC {legalId}',
  noMessage: 'Sin mensaje',
  results: {
    accepted: 'Aceptada',
    declined: 'Rechazada',
    withdrawn: 'Retirada',
  },
  direction: {
    mine: 'Enviada',
    theirs: 'Recibida',
  },
  accept: {
    action: 'Aceptar',
    label: 'Aceptar la solicitud de {name}',
    title: 'Aceptar la afiliación con {name}',
    merchant: {
      now: 'La empresa podrá otorgar desde este momento los descuentos publicados de su comercio, a todo su equipo o a una parte.',
      next: 'Usted puede terminar la afiliación cuando quiera.',
    },
    company: {
      now: 'Su empresa podrá otorgar desde este momento los descuentos publicados de este comercio. Ningún colaborador recibe nada hasta que usted lo otorgue.',
      next: 'Usted puede terminar la afiliación cuando quiera.',
    },
    submit: 'Aceptar afiliación',
    done: 'Afiliación activa con {name}',
  },
  decline: {
    action: 'Rechazar',
    label: 'Rechazar la solicitud de {name}',
    title: 'Rechazar la solicitud de {name}',
    now: 'Se le avisará por correo, sin decir quién la rechazó.',
    next: 'No podrá volver a solicitarla en 30 días. Usted sí puede, si cambia de opinión.',
    submit: 'Rechazar solicitud',
    done: 'Solicitud de {name} rechazada',
  },
  withdraw: {
    action: 'Retirar',
    label: 'Retirar la solicitud a {name}',
    done: 'Solicitud a {name} retirada',
  },
  end: {
    action: 'Terminar afiliación',
    title: 'Terminar la afiliación con {name}',
    merchant: {
      grants:
        '{count, plural, =0 {La empresa no otorga ningún descuento de su comercio.} one {La empresa deja de otorgar un descuento de su comercio de inmediato.} other {La empresa deja de otorgar # descuentos de su comercio de inmediato.}}',
      people: 'Sus colaboradores pagarán el precio normal en su comercio.',
    },
    company: {
      grants:
        '{count, plural, =0 {Su empresa no otorga ningún descuento de este comercio.} one {Su empresa deja de otorgar un descuento de este comercio de inmediato.} other {Su empresa deja de otorgar # descuentos de este comercio de inmediato.}}',
      people: 'Sus colaboradores pagarán el precio normal en este comercio.',
    },
    active: 'Las autorizaciones activas siguen válidas hasta que venzan, pocos minutos después.',
    history: 'Los consumos registrados no cambian.',
    again: 'Para volver a afiliarse se necesita otra solicitud, y los descuentos se otorgan de nuevo uno por uno.',
    confirmation: 'Escriba <name></name> para confirmar',
    submit: 'Terminar afiliación',
    done: 'Terminó la afiliación con {name}',
  },
  faults: {
    other_missing: 'Escriba el RNC o el nombre completo.',
    other_not_found:
      'No encontramos ese RNC o nombre completo en Aliado. Revise que esté escrito igual que en su registro.',
    other_ambiguous: 'Hay más de uno con ese nombre. Use el RNC.',
    already_affiliated: 'Ya existe una afiliación con {name}.',
    already_proposed: 'Ya hay una solicitud enviada a {name}, en espera de respuesta.',
    declined_recently:
      '{name} rechazó su última solicitud. Puede volver a solicitarla {days} días después de esa respuesta.',
    proposals_full: 'Ya envió {max} solicitudes en las últimas 24 horas, el máximo. Inténtelo mañana.',
    proposal_over:
      'La solicitud ya no está pendiente: fue {outcome, select, accepted {aceptada} declined {rechazada} other {retirada}}. Actualice la página.',
    message_too_long: 'El mensaje puede tener hasta 500 caracteres.',
    message_unshowable: 'El mensaje tiene caracteres que no se pueden mostrar. Escríbalo de nuevo.',
    confirmation_differs: 'El texto no coincide. Escriba exactamente: {name}',
    too_many_attempts:
      'Demasiadas búsquedas sin resultado. Espere {minutes, plural, one {un minuto} other {# minutos}} e inténtelo de nuevo.',
    not_found: 'Esto ya no existe. Actualice la página.',
    permission_missing: 'Ya no tiene permiso para hacer esto. Pídalo a quien administra su equipo.',
    two_step_missing: 'Active la verificación en dos pasos en la sección Seguridad de su cuenta y vuelva a intentarlo.',
    invalid_input: 'Revise este dato.',
    foreign_origin: 'La solicitud no vino de esta página. Actualícela y vuelva a intentarlo.',
  },
} as const
