import { type Letter, sentence } from '@/lib/mail/letter'

/** What a person is told by mail of their account. */
export type AccountLetter =
  | { readonly kind: 'password_reset'; readonly path: string }
  | { readonly kind: 'password_changed' | 'two_step_enabled' | 'two_step_replaced' | 'two_step_disabled' }
  | { readonly kind: 'recovery_codes_renewed' }
  | { readonly kind: 'recovery_code_used'; readonly left: number }
  | { readonly kind: 'invitation'; readonly path: string; readonly merchant: string; readonly by: string }

export type LetterFrame = {
  readonly language: 'es' | 'en'
  readonly officeUrl: string
  readonly at: Date
  readonly address: string | null
}

type Words = { subject: string; paragraphs: string[]; label: string; path: string }

const moment = ({ language, at }: LetterFrame) =>
  at
    .toLocaleString(language === 'es' ? 'es-DO' : 'en-US', {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'America/Santo_Domingo',
    })
    .replace(/[\u00a0\u202f]/g, ' ')

const leftEs = (left: number) =>
  left === 0 ? 'No queda ninguno: cree códigos nuevos.' : left === 1 ? 'Queda 1.' : `Quedan ${left}.`

const leftEn = (left: number) =>
  left === 0 ? 'None is left: create new ones.' : left === 1 ? '1 is left.' : `${left} are left.`

/** When and from where it was done, and what to do about it when it was somebody else. */
const es = (letter: AccountLetter, when: string): Words => {
  const notice = (subject: string, what: string): Words => ({
    subject,
    paragraphs: [what, when, 'Si no fue usted, cambie su contraseña ahora y cierre las demás sesiones.'],
    label: 'Revisar la seguridad de su cuenta',
    path: '/account/security',
  })
  switch (letter.kind) {
    case 'password_reset':
      return {
        subject: 'Restablezca su contraseña de Aliado',
        paragraphs: [
          'Recibimos una solicitud para restablecer la contraseña de su cuenta de Aliado.',
          'El enlace sirve una sola vez y vence en 30 minutos. Si usted no lo pidió, ignore este mensaje: su contraseña sigue igual.',
          when,
        ],
        label: 'Crear una contraseña nueva',
        path: letter.path,
      }
    case 'invitation':
      return {
        subject: `${letter.by} le invita a ${letter.merchant} en Aliado`,
        paragraphs: [
          `${letter.by} le invita a trabajar en la oficina virtual de ${letter.merchant} en Aliado, la red de beneficios para comercios.`,
          'El enlace vence en 7 días. Si no esperaba esta invitación, ignore este mensaje.',
        ],
        label: 'Aceptar la invitación',
        path: letter.path,
      }
    case 'password_changed':
      return notice(
        'Su contraseña de Aliado cambió',
        'La contraseña de su cuenta cambió y las demás sesiones se cerraron.',
      )
    case 'two_step_enabled':
      return notice('Verificación en dos pasos activada', 'Desde ahora su cuenta pide un código al iniciar sesión.')
    case 'two_step_replaced':
      return notice(
        'Su aplicación de códigos cambió',
        'Los códigos de su cuenta ahora los da otra aplicación o teléfono.',
      )
    case 'two_step_disabled':
      return notice('Verificación en dos pasos desactivada', 'Su cuenta ya no pide un código al iniciar sesión.')
    case 'recovery_codes_renewed':
      return notice(
        'Códigos de recuperación nuevos',
        'Se crearon códigos de recuperación nuevos; los anteriores ya no sirven.',
      )
    case 'recovery_code_used':
      return notice(
        'Se usó un código de recuperación',
        `Se usó un código de recuperación de su cuenta. ${leftEs(letter.left)}`,
      )
  }
}

const en = (letter: AccountLetter, when: string): Words => {
  const notice = (subject: string, what: string): Words => ({
    subject,
    paragraphs: [what, when, 'If it was not you, change your password now and end your other sessions.'],
    label: 'Review the security of your account',
    path: '/account/security',
  })
  switch (letter.kind) {
    case 'password_reset':
      return {
        subject: 'Reset your Aliado password',
        paragraphs: [
          'We received a request to reset the password of your Aliado account.',
          'The link works once and expires in 30 minutes. If you did not ask for it, ignore this message: your password stays as it is.',
          when,
        ],
        label: 'Create a new password',
        path: letter.path,
      }
    case 'invitation':
      return {
        subject: `${letter.by} invites you to ${letter.merchant} on Aliado`,
        paragraphs: [
          `${letter.by} invites you to work in the virtual office of ${letter.merchant} on Aliado, the benefits network for merchants.`,
          'The link expires in 7 days. If you did not expect this invitation, ignore this message.',
        ],
        label: 'Accept the invitation',
        path: letter.path,
      }
    case 'password_changed':
      return notice(
        'Your Aliado password changed',
        'The password of your account changed and your other sessions were ended.',
      )
    case 'two_step_enabled':
      return notice('Two-step verification is on', 'From now on your account asks for a code when you sign in.')
    case 'two_step_replaced':
      return notice('Your authenticator app changed', 'The codes of your account now come from another app or phone.')
    case 'two_step_disabled':
      return notice('Two-step verification is off', 'Your account no longer asks for a code when you sign in.')
    case 'recovery_codes_renewed':
      return notice('New recovery codes', 'New recovery codes were created; the old ones no longer work.')
    case 'recovery_code_used':
      return notice('A recovery code was used', `A recovery code of your account was used. ${leftEn(letter.left)}`)
  }
}

const footers = {
  es: 'Aliado nunca le pedirá su contraseña ni sus códigos por correo o por teléfono.',
  en: 'Aliado will never ask for your password or your codes by e-mail or by telephone.',
} as const

/** The letter in its reader's words. Its link begins with the configured address, whatever a request said of itself (P-16). */
export function wordLetter(letter: AccountLetter, frame: LetterFrame): Letter {
  const { language, officeUrl, address } = frame
  const when =
    language === 'es'
      ? `Fue el ${moment(frame)}${address === null ? '' : `, desde la dirección ${address}`}`
      : `It was on ${moment(frame)}${address === null ? '' : `, from the address ${address}`}`
  const { subject, paragraphs, label, path } = (language === 'es' ? es : en)(letter, sentence(when))
  return { subject, paragraphs, link: { label, url: `${officeUrl}${path}` }, footer: footers[language] }
}
