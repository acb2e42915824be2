/** What follows the list of calls while it is on. */
export const liveCalls = {
  toggle: 'En vivo',
  following: 'En vivo',
  came: '{count, plural, one {# llamada nueva} other {# llamadas nuevas}}',
  show: '{count, plural, one {Mostrar # nueva} other {Mostrar # nuevas}}',
  offline: 'Sin conexión. Se reanuda al volver.',
  stopped: 'Se detuvo tras 10 minutos sin actividad.',
  ended: 'Su sesión terminó o cambió. Recargue la página.',
  goOn: 'Reanudar',
  end: 'Detener',
} as const
