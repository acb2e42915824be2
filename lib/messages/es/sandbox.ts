/** /portal/integrations/sandbox: the identities, branches, articles and discounts with which a till is tried. */
export const sandbox = {
  title: 'Ambiente de prueba',
  lead: 'Identificaciones, sucursales, artículos y descuentos asignados, para probar una caja sin datos de nadie.',
  banner: 'Todo aquí es de prueba',
  bannerText:
    'Nada de esto existe en producción: allí estas identificaciones se rechazan. Nunca use aquí cédulas reales.',
  before: 'Todavía no está preparado',
  beforeText: 'Un botón crea en su comercio lo que una caja necesita para probarse. No cambia nada de lo que ya tiene.',
  makes: {
    identities:
      '25 identificaciones asignadas, cada una con su comportamiento, de «Empresa de Prueba», afiliada a su comercio',
    branches: 'Dos sucursales y tres categorías con doce artículos, de TEST-01 a TEST-12',
    discounts: 'Once descuentos «Prueba: …», otorgados a quienes corresponde',
  },
  prepare: 'Preparar el ambiente de prueba',
  prepareAgain: 'Completar lo que falte',
  prepared:
    '{made, plural, =0 {No faltaba nada} one {Listo: se creó # elemento} other {Listo: se crearon # elementos}}',
  empty: 'Vaciar el ambiente de prueba',
  emptyText:
    'Libera lo reservado y devuelve usos y presupuestos de los descuentos de prueba. Las credenciales, los descuentos y los consumos registrados se conservan.',
  emptied:
    '{released, plural, =0 {Vaciado. No había nada reservado} one {Vaciado: se liberó # reserva} other {Vaciado: se liberaron # reservas}}',
  calls: 'Una primera venta',
  callsLead:
    'Las tres llamadas, con los datos de su comercio. La clave queda en ALIADO_API_KEY, y cada operación lleva su propia Idempotency-Key.',
  callsNext: 'Guarde el authorizationCode que devuelve aplicar: registrar lo necesita. La guía completa está en',
  guide: 'Empezar',
  steps: { eligibility: '1. Validar', apply: '2. Aplicar', consume: '3. Registrar' },
  identities: 'Identificaciones asignadas',
  identitiesLead: 'La cédula va con el tipo {cedula}; las letras, con cualquier otro: {others}.',
  noOthers: 'aún no hay otros tipos',
  identification: 'Identificación',
  letters: '{letters} con otros tipos',
  name: 'Nombre',
  nobody: 'Nadie',
  does: 'Qué hace',
  benefits: 'Beneficios',
  answers: 'Respuestas',
  staged: { lost: 'conexión cortada', slow: '{seconds} s de espera', html: '502 en HTML', done: '200 y 201' },
  branches: 'Sucursales',
  branchesLead: 'Opcional en cada llamada (branchId).',
  branch: 'Sucursal',
  inactive: 'Inactiva',
  articles: 'Artículos',
  articlesLead: 'El precio es solo para los ejemplos: Aliado no guarda precios.',
  sku: 'SKU',
  article: 'Artículo',
  category: 'Categoría',
  price: 'Precio de ejemplo',
  discounts: 'Descuentos',
  discountsLead: 'El id va en merchantDiscountId, tal como lo devuelve validar.',
  discount: 'Descuento',
  id: 'Id',
  status: 'Estado',
  copy: 'Copiar {text}',
  faults: {
    test_environment_only: 'Esto existe solo en el ambiente de prueba.',
    identity_employed:
      'Otra empresa de esta instalación emplea una de las identificaciones asignadas. Pida al operador que la desactive y vuelva a intentarlo.',
    not_prepared: 'El ambiente de prueba todavía no está preparado. Actualice la página.',
    permission_missing:
      'Ya no tiene el permiso «Administrar claves de API y clientes OAuth». No se hizo ningún cambio. Pídalo a quien administra el equipo.',
    two_step_missing: 'Active la verificación en dos pasos en la sección Seguridad de su cuenta y vuelva a intentarlo.',
  },
} as const
