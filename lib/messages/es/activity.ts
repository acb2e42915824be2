import type { ActivityKind } from '@/lib/audit/activity'
import type { AuditReason, WordsOfActions } from '@/lib/audit/events'

/** Whatever the trail can say, each with its words. */
type ActivityWords = {
  readonly kinds: Readonly<Record<ActivityKind, string>>
  readonly actions: WordsOfActions
  readonly reasons: Readonly<Record<AuditReason, string>>
}

/** The audit trail of an office. */
export const activity = {
  title: 'Actividad',
  fileName: 'actividad',
  details: 'Detalle',
  device: 'Dispositivo',
  lead: 'Quién hizo cada cosa, cuándo y desde dónde, incluidos los intentos sin permiso. Este registro no se puede modificar ni borrar.',
  filters: 'Filtros',
  period: 'Período',
  periods: {
    day: 'Últimas 24 horas',
    week: 'Últimos 7 días',
    month: 'Últimos 30 días',
    quarter: 'Últimos 90 días',
    all: 'Todas las fechas',
  },
  person: 'Persona',
  everyone: 'Todas',
  kind: 'Acción',
  everything: 'Todas',
  kinds: {
    credentials: 'Credenciales',
    sessions: 'Inicios de sesión',
    security: 'Contraseña y dos pasos',
    discounts: 'Descuentos',
    closings: 'Cierres de caja',
    team: 'Equipo',
    companies: 'Afiliaciones',
    sales: 'Ventas en la caja',
    catalog: 'Catálogo y sucursales',
    files: 'Descargas',
    people: 'Colaboradores',
    benefits: 'Beneficios',
    access: 'Accesos sin permiso',
  },
  outcome: 'Resultado',
  anyOutcome: 'Todos',
  outcomes: {
    done: 'Hecho',
    denied: 'Denegado',
  },
  caption: 'Actividad de {tenant}',
  when: 'Cuándo',
  who: 'Quién',
  what: 'Qué',
  from: 'Origen',
  given: 'Recibió: {list}',
  taken: 'Perdió: {list}',
  restored: 'Nadie lo tenía: {list}',
  service: 'Aliado',
  browserOn: '{browser} en {system}',
  unknownAddress: '—',
  emptyTitle: 'Aún no hay actividad',
  emptyText: {
    merchant: 'Cuando alguien inicie sesión, cree una credencial o cambie el equipo, aparecerá aquí.',
    company: 'Cuando alguien inicie sesión, cambie los colaboradores, los beneficios o el equipo, aparecerá aquí.',
  },
  noneTitle: 'Sin resultados con estos filtros',
  noneText: 'Pruebe con un período más largo, o quite los filtros.',
  actions: {
    api_key: {
      created: 'Creación de clave de API',
      revoked: 'Revocación de clave de API',
      restricted: 'Cambio de las direcciones de una clave de API',
      seen: 'Consulta de clave de API',
      searched: 'Búsqueda de clave de API por su prefijo',
    },
    oauth_client: {
      created: 'Creación de cliente OAuth',
      rotated: 'Rotación del secreto de un cliente OAuth',
      switched: 'Fin del seguimiento de un cambio de secreto',
      restricted: 'Cambio de las direcciones de un cliente OAuth',
      deleted: 'Eliminación de cliente OAuth',
      seen: 'Consulta de cliente OAuth',
      searched: 'Búsqueda de cliente OAuth por su client_id',
    },
    credentials: { ended: 'Fin de todas las credenciales' },
    terminal: {
      described: 'Nombre y nota de una terminal',
      merged: 'Unión de una terminal con la que era antes',
      muted: 'Avisos de una terminal sin llamadas, desactivados',
      unmuted: 'Avisos de una terminal sin llamadas, activados',
    },
    hand_off: {
      made: 'Entrega de un secreto al instalador',
      opened: 'Apertura de una entrega por quien tenía el enlace',
      withdrawn: 'Retiro de una entrega',
    },
    expiry_calendar: {
      opened: 'Dirección del calendario de vencimientos',
      revoked: 'Revocación de la dirección del calendario de vencimientos',
    },
    session: {
      started: 'Inicio de sesión',
      second_step_passed: 'Segundo paso del inicio de sesión',
      step_up_passed: 'Confirmación con código',
      ended: 'Fin de sesión',
    },
    two_step: {
      enabled: 'Activación de los dos pasos',
      replaced: 'Cambio de la aplicación de códigos',
      disabled: 'Desactivación de los dos pasos',
    },
    recovery_code: {
      used: 'Uso de un código de recuperación',
    },
    recovery_codes: {
      renewed: 'Nuevos códigos de recuperación',
    },
    password: {
      changed: 'Cambio de contraseña',
      reset_requested: 'Solicitud de nueva contraseña',
      reset: 'Restablecimiento de contraseña por correo',
    },
    discount: {
      created: 'Creación de descuento',
      changed: 'Cambio de descuento',
      published: 'Publicación de descuento',
      paused: 'Pausa de descuento',
      ended: 'Finalización de descuento',
      duplicated: 'Duplicación de descuento',
      seen: 'Consulta de descuentos',
    },
    invitation: {
      sent: 'Invitación al equipo',
      withdrawn: 'Retiro de una invitación',
      accepted: 'Aceptación de una invitación',
    },
    membership: {
      changed: 'Cambio de permisos en el equipo',
      removed: 'Salida del equipo',
    },
    affiliation: {
      requested: 'Solicitud de afiliación',
      accepted: 'Aceptación de una afiliación',
      declined: 'Rechazo de una afiliación',
      withdrawn: 'Retiro de una solicitud de afiliación',
      ended: 'Fin de una afiliación',
      seen: 'Consulta de un comercio afiliado',
    },
    grant: {
      given: 'Otorgamiento de un beneficio',
      withdrawn: 'Retiro de un beneficio',
    },
    collaborator: {
      seen: 'Consulta de un colaborador',
      revealed: 'Consulta de una identificación',
      created: 'Alta de un colaborador',
      changed: 'Cambio de datos de un colaborador',
      activated: 'Activación de un colaborador',
      deactivated: 'Desactivación de un colaborador',
      invited: 'Invitación de un colaborador a sus beneficios',
    },
    collaborators: {
      uploaded: 'Archivo de colaboradores sin confirmar',
      imported: 'Importación de colaboradores',
      dropped: 'Descarte de un archivo de colaboradores',
      exported: 'Descarga de los colaboradores',
      invited: 'Invitación de colaboradores a sus beneficios',
    },
    collaborator_type: {
      created: 'Creación de un tipo de colaborador',
      renamed: 'Cambio de nombre de un tipo de colaborador',
    },
    sale: {
      charged: 'Cobro de una venta con descuento',
      canceled: 'Cancelación de una venta con descuento',
      searched: 'Búsqueda de clientes en la caja',
    },
    article: {
      created: 'Creación de artículo',
      changed: 'Cambio de artículo',
      deleted: 'Eliminación de artículo',
    },
    category: {
      created: 'Creación de categoría',
      renamed: 'Cambio de nombre de categoría',
      deleted: 'Eliminación de categoría',
    },
    branch: {
      created: 'Creación de sucursal',
      renamed: 'Cambio de nombre de sucursal',
      activated: 'Activación de sucursal',
      deactivated: 'Desactivación de sucursal',
    },
    articles: {
      uploaded: 'Archivo de artículos sin confirmar',
      imported: 'Importación de artículos',
      dropped: 'Descarte de un archivo de artículos',
    },
    closing: {
      closed: 'Cierre de un día',
      reopened: 'Reapertura de un día cerrado',
    },
    file: {
      downloaded: 'Descarga de un archivo',
    },
    page: {
      opened: 'Intentó abrir una página',
    },
    action: {
      called: 'Intentó una acción sin permiso',
    },
  },
  reasons: {
    code_wrong: 'código incorrecto',
    code_used: 'código ya usado',
    password_wrong: 'contraseña incorrecta',
    disabled: 'cuenta desactivada',
    permission_missing: 'sin permiso',
    permission_not_yours: 'permiso que no tiene',
    last_holder: 'única persona con ese permiso',
    not_found: 'no existe aquí',
    employed_elsewhere: 'activo en otra empresa',
    unknown: 'cuenta desconocida',
    signed_out: 'cerrada por la persona',
    ended_by_user: 'cerrada desde otra sesión',
    rate_limited: 'demasiadas búsquedas sin resultado',
  },
} as const satisfies ActivityWords & Record<string, unknown>
