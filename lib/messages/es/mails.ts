/** The mails, by kind: `subject`, what each says, and `link`, the label of what it leads to. What the kinds of a group share comes first. */
export const mails = {
  account: {
    done: 'Fue el {at}',
    doneFrom: 'Fue el {at}, desde la dirección {address}',
    advice: 'Si no fue usted, cambie su contraseña ahora y cierre las demás sesiones.',
    link: 'Revisar la seguridad de su cuenta',
    footer: 'Aliado nunca le pedirá su contraseña ni sus códigos por correo o por teléfono.',
    password_reset: {
      subject: 'Restablezca su contraseña de Aliado',
      what: 'Recibimos una solicitud para restablecer la contraseña de su cuenta de Aliado.',
      advice:
        'El enlace sirve una sola vez y vence en 30 minutos. Si usted no lo pidió, ignore este mensaje: su contraseña sigue igual.',
      link: 'Crear una contraseña nueva',
    },
    invitation: {
      subject: '{by} le invita a {tenant} en Aliado',
      subjectByOperator: 'Invitación a {tenant} en Aliado',
      whatByOperator:
        'El operador de la red le invita a trabajar en la oficina virtual de {tenant} en Aliado, la red de beneficios para comercios y empresas. Usted será la primera persona que la administra, o una de ellas.',
      what: '{by} le invita a trabajar en la oficina virtual de {tenant} en Aliado, la red de beneficios para comercios y empresas.',
      advice: 'El enlace vence en 7 días. Si no esperaba esta invitación, ignore este mensaje.',
      link: 'Aceptar la invitación',
    },
    operator_invitation: {
      subject: 'Invitación para operar la red Aliado',
      what: 'Se le invita a trabajar en la oficina del operador de la red Aliado. Para entrar necesitará una contraseña y la verificación en dos pasos.',
      whatBy:
        '{by} le invita a trabajar en la oficina del operador de la red Aliado. Para entrar necesitará una contraseña y la verificación en dos pasos.',
    },
    password_changed: {
      subject: 'Su contraseña de Aliado cambió',
      what: 'La contraseña de su cuenta cambió y las demás sesiones se cerraron.',
    },
    two_step_enabled: {
      subject: 'Verificación en dos pasos activada',
      what: 'Desde ahora su cuenta pide un código al iniciar sesión.',
    },
    two_step_replaced: {
      subject: 'Su aplicación de códigos cambió',
      what: 'Los códigos de su cuenta ahora los da otra aplicación o teléfono.',
    },
    two_step_disabled: {
      subject: 'Verificación en dos pasos desactivada',
      what: 'Su cuenta ya no pide un código al iniciar sesión.',
    },
    recovery_codes_renewed: {
      subject: 'Códigos de recuperación nuevos',
      what: 'Se crearon códigos de recuperación nuevos; los anteriores ya no sirven.',
    },
    recovery_code_used: {
      subject: 'Se usó un código de recuperación',
      what: 'Se usó un código de recuperación de su cuenta. {left, plural, =0 {No queda ninguno: cree códigos nuevos.} one {Queda #.} other {Quedan #.}}',
    },
  },
  rectification_asked: {
    subject: 'Un dato por corregir en {company}',
    what: 'Una persona de {company} pidió al operador de la red Aliado que se corrija un dato suyo (Ley 172-13).',
    next: 'En su página verá qué pide. Corríjalo allí, o responda al operador si el dato está bien, a más tardar el {day}',
    link: 'Ver qué se pide corregir',
    footer: 'Recibe este correo porque administra los colaboradores de {company} en Aliado.',
  },
  approval_proposed: {
    subject: 'Espera su aprobación: {what}',
    what: '{by} propone: {what} ({at}).',
    advice:
      'Otra persona debe aprobarlo o rechazarlo dentro de 24 horas. Revise antes qué pasaría y hable con quien lo propone si algo no está claro.',
    link: 'Ver las aprobaciones',
    footer: 'Recibe este correo porque trabaja en la oficina del operador de la red Aliado.',
    kinds: {
      disable_merchant: 'deshabilitar un comercio',
      raise_limit: 'subir un límite más allá de lo normal',
      erase_person: 'borrar los datos de una persona',
      export_data: 'exportar los datos de una persona',
      invite_operator: 'invitar a alguien al equipo del operador',
    },
  },
  team: {
    done: 'Lo hizo {by}, el {at}',
    footer: 'Recibe este correo porque trabaja en esta oficina virtual de Aliado, o trabajaba en ella.',
    network: 'la red Aliado',
    membership_changed: {
      subject: 'Sus permisos en {tenant} cambiaron',
      what: 'Desde ahora, en la oficina virtual de {tenant} usted puede:',
      link: 'Abrir la oficina',
    },
    membership_removed: {
      subject: 'Ya no es parte del equipo de {tenant}',
      what: 'Su cuenta de Aliado ya no tiene acceso a la oficina virtual de {tenant}. La cuenta sigue siendo suya.',
    },
  },
  credentials: {
    merchant: 'Comercio: {merchant}',
    done: 'Por: {by}, el {at}',
    doneFrom: 'Por: {by}, el {at}, desde {address}',
    /** What to do about a change that nobody asked for: of a credential that still works, and of one that no longer does. */
    advice: {
      live: 'Si usted no esperaba este cambio, entre a Integraciones, revoque o elimine la credencial y revise la actividad del comercio.',
      over: 'Si usted no esperaba este cambio, revise la actividad del comercio y cree otra credencial para el sistema que usaba esta.',
    },
    link: 'Ver la credencial',
    footer: 'Aliado nunca le pedirá sus secretos, contraseñas ni códigos por correo o por teléfono.',
    api_key_created: {
      subject: 'Se creó la clave de API «{name}»',
      what: 'Se creó la clave de API «{name}». Vence el {at}',
    },
    api_key_revoked: {
      subject: 'Se revocó la clave de API «{name}»',
      what: 'Se revocó la clave de API «{name}». Ya no se acepta ninguna llamada con ella.',
    },
    api_key_expiring: {
      subject: 'La clave de API «{name}» vence {days, plural, one {en menos de un día} other {en # días o menos}}',
      what: 'La clave de API «{name}» vence el {at}',
      next: 'Desde ese momento será rechazada.',
      tills: '{count, plural, one {Con ella queda sin acceso esta caja:} other {Con ella quedan sin acceso # cajas:}}',
      moreTills: '{count, plural, one {y una más} other {y # más}}',
      advice: 'Cree otra clave, colóquela en el sistema que usa esta y luego revoque la anterior.',
    },
    api_key_restricted: {
      subject: 'Cambió desde dónde se acepta la clave de API «{name}»',
      what: '{count, plural, =0 {La clave de API «{name}» se acepta ahora desde cualquier dirección.} other {La clave de API «{name}» solo se acepta ahora desde estas direcciones:\n{addresses}}}',
    },
    oauth_client_restricted: {
      subject: 'Cambió desde dónde se acepta el cliente OAuth «{name}»',
      what: '{count, plural, =0 {El cliente OAuth «{name}» se acepta ahora desde cualquier dirección.} other {El cliente OAuth «{name}» solo se acepta ahora desde estas direcciones:\n{addresses}}}',
    },
    oauth_client_created: {
      subject: 'Se creó el cliente OAuth «{name}»',
      what: 'Se creó el cliente OAuth «{name}».',
    },
    oauth_client_rotated: {
      subject: 'Se rotó el secreto del cliente OAuth «{name}»',
      what: 'Se rotó el secreto del cliente OAuth «{name}». El secreto anterior ya no funciona. Los tokens emitidos siguen vigentes 15 minutos como máximo.',
    },
    oauth_client_deleted: {
      subject: 'Se eliminó el cliente OAuth «{name}»',
      what: 'Se eliminó el cliente OAuth «{name}». Su secreto y todos sus tokens dejaron de funcionar.',
    },
    credential_reminder: {
      subject: 'Su recordatorio: la credencial «{name}»',
      what: 'Empieza la hora con menos llamadas de la credencial «{name}»: un buen momento para rotarla, revocarla o eliminarla.',
      advice: 'Usted pidió este recordatorio. Si ya lo hizo, no hace falta nada más.',
    },
    credentials_ended: {
      subject: 'Se detuvieron todas las credenciales de {merchant}',
      what: 'Se revocaron todas las claves de API y se eliminaron todos los clientes OAuth de {merchant}, con sus tokens. Ningún sistema suyo puede conectarse a Aliado hasta que reciba una credencial nueva. Terminaron:',
      advice:
        'Si usted no esperaba este cambio, hable con quien lo hizo y revise la actividad del comercio. La hoja de incidente dice qué hizo cada una y qué falta para volver a vender.',
      link: 'Abrir la hoja de incidente',
    },
    hand_off_opened: {
      subject: 'Se abrió la entrega del secreto de «{name}»',
      what: 'Alguien abrió el enlace con el que usted entregó el secreto de «{name}», y lo vio. El enlace ya no funciona.',
      branch: 'Sucursal: {text}',
      terminal: 'Caja: {text}',
      at: 'Fecha: {at}',
      from: 'Desde: {text}',
      with: 'Con: {text}',
      advice:
        'Si no fue la persona a quien se lo entregó, entre a Integraciones y revoque o elimine la credencial, o rote su secreto.',
    },
  },
  /** Tills that do not call in hours in which they always sell. Never "offline": nobody knows why. */
  silence: {
    subject:
      '{count, plural, one {Una terminal no llama, y a esta hora siempre vende} other {# terminales no llaman, y a esta hora siempre venden}}',
    oneSubject: '{name} no llama, y a esta hora siempre vende',
    branchSubject: '{name}: ninguna terminal llama, y a esta hora siempre venden',
    allSubject: 'Ninguna terminal de {merchant} llama, y a esta hora siempre venden',
    all: 'Ninguna terminal de {merchant} llama a Aliado desde el {at}',
    allAdvice:
      'A esta hora siempre venden. Si hoy no abrieron, no tiene que hacer nada. Si abrieron, revise la electricidad y la conexión a Internet.',
    what: 'Sin llamadas a Aliado en una hora en que siempre venden:',
    terminal: '{name}: desde el {at}',
    terminalOf: '{name} ({branch}): desde el {at}',
    branch: '{branch}: ninguna de sus terminales, desde el {at}',
    more: '{count, plural, one {y una más} other {y # más}}',
    advice:
      'Solo sabemos que no llaman: una terminal puede estar apagada, sin conexión o sin clientes. Si la caja está abierta, revise el equipo y su conexión a Internet.',
    mute: 'Avisamos una sola vez por cada silencio. Si no quiere más avisos de una terminal, desactívelos en la página de esa terminal.',
    link: '{count, plural, one {Ver la terminal} other {Ver las terminales}}',
  },
  /** `who` is the tenant that did it, `own` the reader's; `to` says of which side the reader is. */
  affiliations: {
    footer: 'Recibe este correo porque administra estas afiliaciones en Aliado.',
    affiliation_requested: {
      subject: '{who} solicita afiliarse con {own}',
      what: '{to, select, merchant {La empresa {who} quiere ofrecer los descuentos de {own} a sus colaboradores.} other {El comercio {who} quiere que {own} ofrezca sus descuentos a sus colaboradores.}}',
      next: 'Puede aceptar o rechazar la solicitud en su oficina virtual. Hasta que responda, nada cambia.',
      link: 'Ver la solicitud',
    },
    affiliation_accepted: {
      subject: '{own} y {who} están afiliados',
      what: '{to, select, merchant {La empresa {who} ya puede otorgar los descuentos de {own} a sus colaboradores.} other {{own} ya puede otorgar los descuentos del comercio {who} a sus colaboradores.}}',
      link: 'Ver la afiliación',
    },
    affiliation_declined: {
      subject: '{who} rechazó la solicitud de {own}',
      what: '{who} no aceptó la solicitud de afiliación de {own}. Nada cambia para ninguna de las partes.',
      link: 'Ver las solicitudes',
    },
    affiliation_withdrawn: {
      subject: '{who} retiró su solicitud a {own}',
      what: '{who} retiró su solicitud de afiliación con {own}. No hace falta responderla.',
      link: 'Ver las solicitudes',
    },
    affiliation_ended: {
      subject: '{who} terminó la afiliación con {own}',
      what: '{to, select, merchant {La empresa {who} ya no está afiliada a {own}: sus colaboradores dejan de tener los descuentos que les otorgaba.} other {El comercio {who} ya no está afiliado a {own}: sus colaboradores dejan de tener los descuentos que su empresa les otorgaba.}}',
      next: '{grants, plural, =0 {No había ningún beneficio otorgado.} one {Se retiró {number} beneficio.} other {Se retiraron {number} beneficios.}} Las autorizaciones que ya estaban activas en caja siguen vigentes hasta que vencen.',
      link: 'Ver las afiliaciones',
    },
    affiliation_made: {
      subject: '{own} y {who} están afiliados',
      what: '{to, select, merchant {El operador de la red afilió a {own} con la empresa {who}, en nombre de ambas partes.} other {El operador de la red afilió a {own} con el comercio {who}, en nombre de ambas partes.}}',
      next: {
        merchant:
          'La empresa ya puede otorgar los descuentos publicados a sus colaboradores. Usted puede terminar la afiliación cuando quiera.',
        company:
          'Ningún colaborador recibe nada hasta que su empresa lo otorgue. Usted puede terminar la afiliación cuando quiera.',
      },
      link: 'Ver la afiliación',
    },
    affiliation_ended_by_operator: {
      subject: 'Terminó la afiliación entre {own} y {who}',
      what: '{to, select, merchant {El operador de la red terminó la afiliación de {own} con la empresa {who}: sus colaboradores dejan de tener los descuentos que les otorgaba.} other {El operador de la red terminó la afiliación de {own} con el comercio {who}: sus colaboradores dejan de tener los descuentos que su empresa les otorgaba.}}',
      next: '{grants, plural, =0 {No había ningún beneficio otorgado.} one {Se retiró {number} beneficio.} other {Se retiraron {number} beneficios.}} Las autorizaciones que ya estaban activas en caja siguen vigentes hasta que vencen.',
      link: 'Ver las afiliaciones',
    },
  },
  merchants: {
    why: 'Motivo: {cause}.',
    link: 'Ir a la oficina virtual',
    footer: 'Recibe este correo porque administra el equipo o las integraciones de este comercio en Aliado.',
    merchant_disabled: {
      subject: '{merchant} quedó deshabilitado en Aliado',
      what: 'El operador de la red deshabilitó {merchant}: desde este momento sus cajas no pueden validar, aplicar ni notificar.',
      next: 'Las reservas que estaban activas ya no se pueden confirmar y vencen solas. Su oficina virtual sigue abierta: ahí verá el motivo y a quién escribir.',
    },
    merchant_disabling_ordered: {
      subject: '{merchant} quedará deshabilitado en Aliado',
      what: 'El operador de la red deshabilitará {merchant} el {at}',
      next: 'Hasta ese momento sus cajas siguen trabajando. En su oficina virtual verá el motivo y a quién escribir.',
    },
    merchant_disabling_undone: {
      subject: '{merchant} no será deshabilitado',
      what: 'El operador de la red retiró la orden de deshabilitar {merchant}: sus cajas siguen trabajando como siempre.',
      next: 'Usted no tiene que hacer nada.',
    },
    merchant_enabled: {
      subject: '{merchant} está habilitado de nuevo en Aliado',
      what: 'El operador de la red habilitó {merchant}: sus cajas ya pueden trabajar con las mismas credenciales.',
      next: 'Los descuentos publicados que siguen vigentes están disponibles otra vez.',
    },
  },
  benefitsInvitation: {
    subject: 'Sus beneficios de {company}',
    what: '{company} le da descuentos en los comercios afiliados a Aliado.',
    has: 'Hoy puede usar:',
    benefit: '{merchant}: {name} ({worth})',
    more: '{more, plural, one {y {number} beneficio más} other {y {number} beneficios más}}',
    none: 'Hoy todavía no tiene ninguno disponible. Cuando su empresa le otorgue uno, lo verá en su página.',
    how: 'Para usarlos, diga en la caja que es colaborador de {company} y muestre su documento ({type}) antes de pagar. El descuento se aplica ahí mismo: no tiene que imprimir nada.',
    page: 'En su página están sus beneficios de hoy y los que ya usó. Para entrar, escriba esta dirección de correo y le enviaremos un enlace.',
    footer:
      'Recibe este correo porque {company} le registró en Aliado con esta dirección. Aliado nunca le pedirá su identificación ni su tarjeta por correo o por teléfono.',
  },
  benefits: {
    subject: 'Sus beneficios en Aliado',
    greeting: 'Hola, {name}',
    what: 'Con este enlace puede ver los beneficios que le da {company} y los que ya ha usado.',
    advice:
      'Sirve una sola vez y vence en {minutes} minutos. Si usted no lo pidió, ignore este mensaje: sin el enlace nadie puede entrar.',
    link: 'Ver mis beneficios',
    footer: 'Aliado nunca le pedirá su identificación ni su tarjeta por correo o por teléfono.',
  },
} as const
