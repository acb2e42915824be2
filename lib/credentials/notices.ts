import { type Letter, sentence } from '@/lib/mail/letter'
import type { ExpiryWarningDays } from './status'

/** What the holders of `merchant.integrations.manage` are told about by mail. No secret is ever in it. */
export type CredentialNotice =
  | { kind: 'api_key_created'; id: number; name: string; expiresAt: Date }
  | { kind: 'api_key_revoked'; id: number; name: string }
  | { kind: 'api_key_expiring'; id: number; name: string; expiresAt: Date; days: ExpiryWarningDays }
  | { kind: 'oauth_client_created' | 'oauth_client_rotated' | 'oauth_client_deleted'; id: number; name: string }

/** Who did it, when and from where; nobody for an expiry, which comes by itself. */
export type NoticeFrame = {
  merchant: string
  by: string | undefined
  at: Date
  address: string | null
  officeUrl: string
}

export type NoticeLanguage = 'es' | 'en'

type Said = { subject: string; what: string; advice: string }

const day = (language: NoticeLanguage, at: Date) =>
  at.toLocaleDateString(language === 'es' ? 'es-DO' : 'en-US', { dateStyle: 'long', timeZone: 'America/Santo_Domingo' })

const moment = (language: NoticeLanguage, at: Date) =>
  at.toLocaleString(language === 'es' ? 'es-DO' : 'en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'America/Santo_Domingo',
  })

const inDays = {
  es: { 30: 'en 30 días o menos', 7: 'en 7 días o menos', 1: 'en menos de un día' },
  en: { 30: 'in 30 days or less', 7: 'in 7 days or less', 1: 'in less than a day' },
} as const

const expiring = {
  es: {
    subject: (name: string, days: ExpiryWarningDays) => `La clave de API «${name}» vence ${inDays.es[days]}`,
    what: (name: string, at: string) =>
      `${sentence(`La clave de API «${name}» vence el ${at}`)} Desde ese momento será rechazada.`,
    advice: 'Cree otra clave, colóquela en el sistema que usa esta y luego revoque la anterior.',
  },
  en: {
    subject: (name: string, days: ExpiryWarningDays) => `The API key “${name}” expires ${inDays.en[days]}`,
    what: (name: string, at: string) =>
      `${sentence(`The API key “${name}” expires on ${at}`)} From then on it will be refused.`,
    advice: 'Create another key, put it into the system that uses this one, then revoke the old one.',
  },
} as const

/** What to do about a change that nobody asked for: of a credential that still works, and of one that no longer does. */
const unexpected = {
  es: {
    live: 'Si usted no esperaba este cambio, entre a Integraciones, revoque o elimine la credencial y revise la actividad del comercio.',
    over: 'Si usted no esperaba este cambio, revise la actividad del comercio y cree otra credencial para el sistema que usaba esta.',
  },
  en: {
    live: 'If you did not expect this change, open Integrations, revoke or delete the credential and review the activity of your business.',
    over: 'If you did not expect this change, review the activity of your business and create another credential for the system that used this one.',
  },
} as const

const done = {
  es: {
    api_key_created: (name: string, until: string) => [`Se creó la clave de API «${name}»`, `Vence el ${until}.`],
    api_key_revoked: (name: string) => [
      `Se revocó la clave de API «${name}»`,
      'Ya no se acepta ninguna llamada con ella.',
    ],
    oauth_client_created: (name: string) => [`Se creó el cliente OAuth «${name}»`, ''],
    oauth_client_rotated: (name: string) => [
      `Se rotó el secreto del cliente OAuth «${name}»`,
      'El secreto anterior ya no funciona. Los tokens emitidos siguen vigentes 15 minutos como máximo.',
    ],
    oauth_client_deleted: (name: string) => [
      `Se eliminó el cliente OAuth «${name}»`,
      'Su secreto y todos sus tokens dejaron de funcionar.',
    ],
  },
  en: {
    api_key_created: (name: string, until: string) => [`The API key “${name}” was created`, `It expires on ${until}.`],
    api_key_revoked: (name: string) => [`The API key “${name}” was revoked`, 'No call with it is accepted any more.'],
    oauth_client_created: (name: string) => [`The OAuth client “${name}” was created`, ''],
    oauth_client_rotated: (name: string) => [
      `The secret of the OAuth client “${name}” was rotated`,
      'The previous secret no longer works. Tokens already issued live for 15 minutes at most.',
    ],
    oauth_client_deleted: (name: string) => [
      `The OAuth client “${name}” was deleted`,
      'Its secret and all of its tokens have stopped working.',
    ],
  },
} as const

const isOver = ({ kind }: CredentialNotice) => kind === 'api_key_revoked' || kind === 'oauth_client_deleted'

function say(notice: CredentialNotice, language: NoticeLanguage): Said {
  const { name } = notice
  if (notice.kind === 'api_key_expiring') {
    const texts = expiring[language]
    const what = texts.what(name, moment(language, notice.expiresAt))
    return { subject: texts.subject(name, notice.days), what, advice: texts.advice }
  }
  const until = notice.kind === 'api_key_created' ? day(language, notice.expiresAt) : ''
  const [subject = '', consequence = ''] = done[language][notice.kind](name, until)
  return {
    subject,
    what: consequence === '' ? `${subject}.` : `${subject}. ${consequence}`,
    advice: unexpected[language][isOver(notice) ? 'over' : 'live'],
  }
}

const frameLine = {
  es: (frame: NoticeFrame) =>
    `Comercio: ${frame.merchant}${frame.by === undefined ? '' : `\nPor: ${frame.by}, el ${moment('es', frame.at)}${frame.address === null ? '' : `, desde ${frame.address}`}`}`,
  en: (frame: NoticeFrame) =>
    `Merchant: ${frame.merchant}${frame.by === undefined ? '' : `\nBy: ${frame.by}, on ${moment('en', frame.at)}${frame.address === null ? '' : `, from ${frame.address}`}`}`,
} as const

const labels = { es: 'Ver la credencial', en: 'See the credential' } as const

const footers = {
  es: 'Aliado nunca le pedirá sus secretos, contraseñas ni códigos por correo o por teléfono.',
  en: 'Aliado will never ask for your secrets, passwords or codes by e-mail or by telephone.',
} as const

/** A notice in a reader's words: what happened, to what, by whom, and what to do. */
export function wordNotice(notice: CredentialNotice, frame: NoticeFrame, language: NoticeLanguage): Letter {
  const { subject, what, advice } = say(notice, language)
  const place = notice.kind.startsWith('api_key') ? 'keys' : 'clients'
  return {
    subject,
    paragraphs: [what, frameLine[language](frame), advice],
    link: { label: labels[language], url: `${frame.officeUrl}/portal/integrations/${place}/${notice.id}` },
    footer: footers[language],
  }
}
