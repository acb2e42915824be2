import type { operations } from '@/lib/http/operations'
import { escapeMarkup } from '@/lib/kernel/escape-markup'
import { type Language, localeOf } from '@/lib/language/language'
import { translatorOf } from '@/lib/messages/translator'
import type { Facts } from './facts'
import { operationTitle } from './reference'

type Text = Readonly<Record<Language, string>>

export type Change = {
  /** Its address below `/developers/changes`, for ever. */
  readonly id: string
  /** The day on which it came into force, in Santo Domingo. */
  readonly date: `${number}-${number}-${number}`
  readonly kind: 'new' | 'changed' | 'corrected'
  /** Empty where it concerns no operation by itself: the documents, the token endpoint. */
  readonly operations: readonly (keyof typeof operations)[]
  /** Whether who integrated before must do something. D62: never `required` within a version. */
  readonly action: 'none' | 'recommended' | 'required'
  readonly title: Text
  /** The three blocks of its page: what is new, whom it touches and what they do, and what was and is. */
  readonly news: Text
  readonly impact: Text
  readonly table: readonly { readonly what: Text; readonly before: Text; readonly now: Text }[]
}

const text = (es: string, en: string): Text => ({ es, en })
const nothing = text('no existía', 'did not exist')

/** What changed for who integrates, newest first (D62). An entry is not edited once it is published: another corrects it. */
export const changes: readonly Change[] = [
  {
    id: 'assigned-identities',
    date: '2026-11-23',
    kind: 'new',
    operations: ['checkEligibility', 'applyDiscount', 'registerConsumption'],
    action: 'none',
    title: text('Identidades asignadas en el ambiente de prueba', 'Assigned identities in the test environment'),
    news: text(
      'En el ambiente de prueba hay identificaciones que provocan cada caso: un rechazo, una reserva que vence en segundos, una respuesta que se pierde.',
      'In the test environment there are identifications that provoke each case: a refusal, a reservation that expires in seconds, an answer that is lost.',
    ),
    impact: text(
      'Producción no cambia. Use las [identidades](/developers/identities) en sus pruebas, en lugar de datos inventados.',
      'Production does not change. Use the [identities](/developers/identities) in your tests, instead of invented data.',
    ),
    table: [
      {
        what: text('provocar un caso', 'provoking a case'),
        before: text('un proxy o datos preparados a mano', 'a proxy or rows prepared by hand'),
        now: text('una identificación en la misma llamada', 'an identification in the same call'),
      },
    ],
  },
  {
    id: 'help-in-answers',
    date: '2026-11-23',
    kind: 'new',
    operations: [],
    action: 'none',
    title: text('Los errores llevan a su página', 'Errors lead to their page'),
    news: text(
      'Cada respuesta de error lleva el encabezado `Link` con la página de su código: causas, qué hace la caja y si se repite. Esta documentación está en español e inglés, y en Markdown para programas.',
      'Every error answer carries the header `Link` with the page of its code: causes, what the till does, and whether to repeat. This documentation is in Spanish and English, and in Markdown for programs.',
    ),
    impact: text(
      'Nada se rompe: es un encabezado más. Escríbalo en el registro de su sistema junto a `X-Request-Id`; quien atiende una falla llega en un paso a lo que debe hacer.',
      'Nothing breaks: it is one more header. Write it to the log of your system beside `X-Request-Id`: whoever attends a failure comes to what to do in one step.',
    ),
    table: [
      {
        what: text('un error', 'an error'),
        before: text('`code`, `title` y `messages`', '`code`, `title` and `messages`'),
        now: text('lo mismo, y `Link: <…>; rel="help"`', 'the same, and `Link: <…>; rel="help"`'),
      },
      {
        what: text('una ruta que no existe', 'a path that does not exist'),
        before: text('404 sin más', '404 and no more'),
        now: text(
          '404 que dice dónde está la documentación (`rel="service-doc"`)',
          '404 that says where the documentation is (`rel="service-doc"`)',
        ),
      },
      {
        what: text('`GET /` de la dirección de la API', '`GET /` of the address of the API'),
        before: text('404', '404'),
        now: text('200 con las direcciones de la documentación', '200 with the addresses of the documentation'),
      },
    ],
  },
  {
    id: 'document-for-generators',
    date: '2026-11-23',
    kind: 'corrected',
    operations: [
      'describeCredential',
      'listIdentificationTypes',
      'checkEligibility',
      'applyDiscount',
      'registerConsumption',
      'findAuthorization',
      'releaseAuthorization',
      'listConsumptions',
    ],
    action: 'recommended',
    title: text('El documento OpenAPI dice cada límite', 'The OpenAPI document says every bound'),
    news: text(
      'El documento describe cada límite que el servicio aplica, nombra sus componentes, documenta los encabezados y todos los errores, incluye `/connect/*`, y existe también en YAML.',
      'The document describes every bound that the service applies, names its components, documents headers and all errors, includes `/connect/*`, and exists in YAML too.',
    ),
    impact: text(
      'El servicio responde igual que antes. Si generó un cliente, genérelo de nuevo: rechazará en su lado lo que el servicio rechazaría.',
      'The service answers as before. If you generated a client, generate it again: it refuses on your side what the service would refuse.',
    ),
    table: [
      {
        what: text('objetos', 'objects'),
        before: text('descritos dentro de cada operación', 'described within each operation'),
        now: text('componentes con nombre', 'named components'),
      },
      {
        what: text('límites', 'bounds'),
        before: text('algunos', 'some'),
        now: text(
          'todos; las reglas que un esquema no puede decir están entre los ejemplos',
          'all; the rules that a schema cannot say stand among the examples',
        ),
      },
      {
        what: text('formato', 'form'),
        before: text('JSON', 'JSON'),
        now: text('JSON y YAML', 'JSON and YAML'),
      },
    ],
  },
  {
    id: 'who-am-i',
    date: '2026-11-23',
    kind: 'new',
    operations: ['describeCredential'],
    action: 'recommended',
    title: text('La credencial dice de quién es', 'The credential says whose it is'),
    news: text(
      'Cualquier credencial vigente puede preguntar de qué comercio es, en qué ambiente está, qué puede hacer, cuáles son las sucursales y qué límites valen.',
      'Any live credential can ask which merchant it is of, in which environment it is, what it may do, which branches there are and which limits hold.',
    ),
    impact: text(
      'Llámela cuando la caja arranca: comprueba la clave, la hora y el `branchId` antes de la primera venta.',
      'Call it when the till starts: it checks the key, the time and the `branchId` before the first sale.',
    ),
    table: [
      {
        what: text('`GET /integrations/credential`', '`GET /integrations/credential`'),
        before: nothing,
        now: text('responde a cualquier credencial vigente', 'answers any live credential'),
      },
    ],
  },
  {
    id: 'terminals',
    date: '2026-11-23',
    kind: 'new',
    operations: [],
    action: 'recommended',
    title: text('Cada caja puede decir cuál es', 'Each till can say which one it is'),
    news: text(
      'El encabezado opcional `X-Terminal-Id` nombra la caja en cada llamada y en las solicitudes de tokens. Con él, la oficina muestra qué caja vende, cuál está en silencio y cuál usa un secreto anterior.',
      'The optional header `X-Terminal-Id` names the till on every call and on token requests. With it, the office shows which till sells, which one is silent and which one uses a former secret.',
    ),
    impact: text(
      'No cambia ninguna respuesta. Envíe siempre el mismo nombre por caja, de 1 a 64 de `A-Za-z0-9._:-`; mal formado, se ignora.',
      'It changes no answer. Always send the same name for a till, 1 to 64 of `A-Za-z0-9._:-`; ill-formed, it is ignored.',
    ),
    table: [
      {
        what: text('`X-Terminal-Id`', '`X-Terminal-Id`'),
        before: text('se ignoraba', 'was ignored'),
        now: text('nombra la caja en la oficina', 'names the till in the office'),
      },
    ],
  },
  {
    id: 'refusals-say-why',
    date: '2026-11-22',
    kind: 'changed',
    operations: ['checkEligibility', 'listConsumptions'],
    action: 'none',
    title: text('Los rechazos dicen por qué', 'Refusals say why'),
    news: text(
      'El 403 `permission_missing` nombra el permiso que falta; el 429 de las validaciones sin beneficio tiene su propio mensaje, y cada validación con beneficio devuelve una.',
      'The 403 `permission_missing` names the permission that is missing; the 429 of validations without a benefit has a message of its own, and each validation with a benefit gives one back.',
    ),
    impact: text(
      'Los códigos no cambian. Una cadena con muchos clientes sin beneficios llega más tarde al límite.',
      'The codes do not change. A chain with many customers without benefits reaches the limit later.',
    ),
    table: [
      {
        what: text('403', '403'),
        before: text('un mensaje general', 'a general message'),
        now: text('el mensaje nombra el permiso', 'the message names the permission'),
      },
      {
        what: text('validaciones sin beneficio', 'validations without a benefit'),
        before: text('se cuentan por minuto', 'are counted by the minute'),
        now: text('cada una con beneficio devuelve una', 'each one with a benefit gives one back'),
      },
      {
        what: text('`Content-Encoding: identity`', '`Content-Encoding: identity`'),
        before: text('415', '415'),
        now: text('se acepta', 'is accepted'),
      },
    ],
  },
  {
    id: 'addresses-of-oauth',
    date: '2026-11-22',
    kind: 'changed',
    operations: [],
    action: 'none',
    title: text('OAuth 2.0 para bibliotecas comunes', 'OAuth 2.0 for common libraries'),
    news: text(
      'Los metadatos (RFC 8414) nombran la dirección en que se piden, y la revocación responde un cuerpo que un lector de JSON acepta.',
      'The metadata (RFC 8414) name the address at which they are asked, and a revocation answers a body that a reader of JSON accepts.',
    ),
    impact: text(
      'Las bibliotecas que descubren el servidor funcionan sin ajustes. Los tokens vigentes siguen igual.',
      'Libraries that discover the server work without settings. Live tokens stay as they are.',
    ),
    table: [
      {
        what: text('`issuer`', '`issuer`'),
        before: text('una sola dirección', 'one address alone'),
        now: text('la dirección del servicio que se preguntó', 'the address of the service that was asked'),
      },
      {
        what: text('`POST /connect/revocation`', '`POST /connect/revocation`'),
        before: text('un cuerpo vacío', 'an empty body'),
        now: text('`{}`', '`{}`'),
      },
    ],
  },
  {
    id: 'first-version',
    date: '2026-11-21',
    kind: 'new',
    operations: [
      'listIdentificationTypes',
      'checkEligibility',
      'applyDiscount',
      'registerConsumption',
      'findAuthorization',
      'releaseAuthorization',
      'listConsumptions',
    ],
    action: 'none',
    title: text('Primera versión', 'First version'),
    news: text(
      'La API de integración: validar, aplicar y confirmar; recuperar y liberar una reserva; la lista de consumos. Claves de API y clientes de OAuth 2.0.',
      'The integration API: validate, apply and confirm; find and release a reservation; the list of consumptions. API keys and OAuth 2.0 clients.',
    ),
    impact: text('Es el comienzo.', 'It is the beginning.'),
    table: [{ what: text('`/api/v1`', '`/api/v1`'), before: nothing, now: text('en servicio', 'in service') }],
  },
]

export const changePaths = changes.map(({ id }) => `changes/${id}`)

/** The day in words. Noon, so that no zone makes another day of it. */
export const dayOf = ({ date }: Pick<Change, 'date'>, language: Language): string =>
  new Intl.DateTimeFormat(localeOf[language], { dateStyle: 'long', timeZone: 'UTC' }).format(noon(date))

const noon = (date: string) => new Date(`${date}T12:00:00Z`)

export function changeMarkdown(id: string, language: Language): string | undefined {
  const change = changes.find((one) => one.id === id)
  if (change === undefined) return undefined
  const t = translatorOf(language, 'developers')
  return [
    `# ${change.title[language]}`,
    `${dayOf(change, language)} · **${t(`changes.kinds.${change.kind}`)}** · ${t(`changes.actions.${change.action}`)}`,
    ...(change.operations.length === 0 ? [] : [operationsOf(change, language)]),
    `## ${t('changes.news')}`,
    change.news[language],
    `## ${t('changes.impact')}`,
    change.impact[language],
    `## ${t('changes.table')}`,
    [
      `| ${t('changes.what')} | ${t('changes.before')} | ${t('changes.now')} |`,
      '| --- | --- | --- |',
      ...change.table.map(({ what, before, now }) => `| ${what[language]} | ${before[language]} | ${now[language]} |`),
    ].join('\n'),
    t('changes.promise'),
  ].join('\n\n')
}

const operationsOf = ({ operations: ids }: Change, language: Language): string =>
  ids.map((id) => `- [${operationTitle(id, language)}](/developers/reference/${id})`).join('\n')

/** All changes, newest first, each with its page. */
export function changesMarkdown(language: Language, { officeUrl }: Facts): string {
  const t = translatorOf(language, 'developers')
  return [
    `# ${t('changes.title')}`,
    t('changes.lead', { feed: `[RSS](${officeUrl}${feedPath}?lang=${language})` }),
    [
      `| ${t('changes.change')} | ${t('changes.date')} | ${t('changes.kind')} | ${t('changes.action')} |`,
      '| --- | --- | --- | --- |',
      ...changes.map(
        (change) =>
          `| [${change.title[language]}](/developers/changes/${change.id}) | ${dayOf(change, language)} | ${t(`changes.kinds.${change.kind}`)} | ${t(`changes.actions.${change.action}`)} |`,
      ),
    ].join('\n'),
    t('changes.promise'),
  ].join('\n\n')
}

export const feedPath = '/developers/changes.rss'

/** The changes as RSS 2.0 (rssboard.org/rss-specification), for who wants to be told. */
export function changesFeed(language: Language, { officeUrl }: Facts): string {
  const t = translatorOf(language, 'developers')
  const element = (name: string, value: string, attributes = '') =>
    `<${name}${attributes}>${escapeMarkup(value)}</${name}>`
  const [newest] = changes
  const items = changes.map((change) => {
    const url = `${officeUrl}/developers/changes/${change.id}`
    const parts = [
      element('title', change.title[language]),
      element('link', url),
      element('guid', url, ' isPermaLink="true"'),
      element('pubDate', noon(change.date).toUTCString()),
      element('category', t(`changes.kinds.${change.kind}`)),
      element('description', plainText(`${change.news[language]} ${change.impact[language]}`)),
    ]
    return `<item>${parts.join('')}</item>`
  })
  const channel = [
    element('title', t('changes.feed')),
    element('link', `${officeUrl}/developers/changes`),
    element('description', t('changes.text')),
    element('language', language),
    ...(newest === undefined ? [] : [element('lastBuildDate', noon(newest.date).toUTCString())]),
    `<atom:link href="${escapeMarkup(`${officeUrl}${feedPath}?lang=${language}`)}" rel="self" type="application/rss+xml"/>`,
    ...items,
  ]
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    `<channel>${channel.join('\n')}</channel>`,
    '</rss>',
    '',
  ].join('\n')
}

/** A reader of feeds shows no Markdown. */
const plainText = (markdown: string): string =>
  markdown.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll(/[`*]/g, '')
