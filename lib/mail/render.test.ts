import { describe, expect, it } from 'vitest'
import { type Language, languages } from '@/lib/language/language'
import type { Mail } from './mail'
import { renderMail } from './render'

/** Every mail that the service sends, in both languages, as its reader gets it. */

const officeUrl = 'https://oficina.example'
const at = new Date('2026-03-09T17:30:00Z')
const token = 'T'.repeat(43)
const done = { at, address: '190.166.12.3' }
const shop = { merchant: 'Colmado Peña', by: 'Ana Peña' }
const team = { of: 'company', tenant: 'Grupo Naco', by: 'Ana Peña' } as const
const ofShop = { merchant: shop.merchant }
const credential = { id: 7, name: 'Caja 1' }
const affiliation = { other: 'Uno', own: 'Otro', to: 'merchant' } as const

const ofEachKind: { [Kind in Mail['kind']]: Mail & { kind: Kind } } = {
  password_reset: { kind: 'password_reset', path: `/reset-password?token=${token}`, ...done },
  password_changed: { kind: 'password_changed', ...done },
  two_step_enabled: { kind: 'two_step_enabled', ...done },
  two_step_replaced: { kind: 'two_step_replaced', ...done },
  two_step_disabled: { kind: 'two_step_disabled', ...done },
  recovery_codes_renewed: { kind: 'recovery_codes_renewed', ...done },
  recovery_code_used: { kind: 'recovery_code_used', left: 3, ...done },
  invitation: { kind: 'invitation', path: `/invitation?token=${token}`, ...team, ...done },
  membership_changed: {
    kind: 'membership_changed',
    permissions: ['merchant.catalog.manage', 'merchant.team.manage'],
    ...team,
    at,
  },
  operator_invitation: { kind: 'operator_invitation', path: '/invitation?token=t', by: 'Ana Díaz', ...done },
  approval_proposed: { kind: 'approval_proposed', of: 'invite_operator', by: 'Ana Díaz', at },
  membership_removed: { kind: 'membership_removed', ...team, at },
  api_key_created: { kind: 'api_key_created', ...credential, expiresAt: at, ...shop, ...done },
  api_key_revoked: { kind: 'api_key_revoked', ...credential, ...shop, ...done },
  api_key_expiring: {
    kind: 'api_key_expiring',
    ...credential,
    expiresAt: at,
    days: 7,
    tills: ['CAJA-01', 'CAJA-02'],
    tillCount: 3,
    merchant: shop.merchant,
  },
  api_key_restricted: { kind: 'api_key_restricted', ...credential, addresses: ['203.0.113.7'], ...shop, ...done },
  oauth_client_restricted: { kind: 'oauth_client_restricted', ...credential, addresses: [], ...shop, ...done },
  oauth_client_created: { kind: 'oauth_client_created', ...credential, ...shop, ...done },
  oauth_client_rotated: { kind: 'oauth_client_rotated', ...credential, ...shop, ...done },
  oauth_client_deleted: { kind: 'oauth_client_deleted', ...credential, ...shop, ...done },
  credential_reminder: { kind: 'credential_reminder', of: 'api_key', ...credential, merchant: shop.merchant },
  credentials_ended: { kind: 'credentials_ended', names: ['Caja 1', 'ERP'], ...shop, ...done },
  terminals_silent: {
    kind: 'terminals_silent',
    silence: {
      of: 'branches',
      parts: [
        {
          branch: { id: 1, name: 'Naco' },
          isWhole: false,
          since: at,
          terminals: [{ id: 3, terminal: 'CAJA-03', name: null, lastCallAt: at }],
        },
      ],
    },
    merchant: shop.merchant,
  },
  hand_off_opened: {
    kind: 'hand_off_opened',
    credential: { kind: 'api_key', id: credential.id },
    name: credential.name,
    merchant: shop.merchant,
    branch: 'Naco',
    terminal: 'CAJA-03',
    device: { browser: 'Chrome', system: 'Android' },
    ...done,
  },
  affiliation_requested: { kind: 'affiliation_requested', ...affiliation },
  affiliation_accepted: { kind: 'affiliation_accepted', ...affiliation },
  affiliation_declined: { kind: 'affiliation_declined', ...affiliation },
  affiliation_withdrawn: { kind: 'affiliation_withdrawn', ...affiliation },
  affiliation_ended: { kind: 'affiliation_ended', grants: 2, ...affiliation },
  affiliation_made: { kind: 'affiliation_made', ...affiliation },
  affiliation_ended_by_operator: { kind: 'affiliation_ended_by_operator', grants: 2, ...affiliation },
  merchant_disabled: { kind: 'merchant_disabled', cause: 'security', message: 'Una clave se filtró.', ...ofShop },
  merchant_disabling_ordered: {
    kind: 'merchant_disabling_ordered',
    cause: 'requested',
    message: 'Como acordamos.',
    takesEffectAt: at,
    ...ofShop,
  },
  merchant_disabling_undone: { kind: 'merchant_disabling_undone', ...ofShop },
  merchant_enabled: { kind: 'merchant_enabled', ...ofShop },
  rectification_asked: {
    kind: 'rectification_asked',
    company: 'Banco Uno',
    collaboratorId: 7,
    dueOn: '2026-12-07',
  },
  benefits_link: {
    kind: 'benefits_link',
    displayName: 'Ana P.',
    companyName: 'Banco Uno',
    path: `/me/enter?token=${token}`,
    minutes: 20,
  },
  benefits_invitation: {
    kind: 'benefits_invitation',
    displayName: 'Ana P.',
    companyName: 'Banco Uno',
    identificationType: 'Cédula de identidad',
    benefits: [{ merchantName: 'Colmado Peña', name: 'Fin de mes', worth: { discountType: 'PCT', value: 1_250n } }],
    more: 2,
  },
}

const variantsOf = (mail: Mail): { kind: string; mail: Mail }[] => [
  { kind: mail.kind, mail },
  ...('address' in mail ? [{ kind: `${mail.kind} from nowhere`, mail: { ...mail, address: null } }] : []),
  ...('to' in mail ? [{ kind: `${mail.kind} to a company`, mail: { ...mail, to: 'company' as const } }] : []),
]

const mails = languages.flatMap((language) =>
  Object.values(ofEachKind)
    .flatMap(variantsOf)
    .map(({ kind, mail }) => ({ kind, language, mail: renderMail(mail, { language, officeUrl }) })),
)

const linksOf = (text: string) => text.match(/https?:\/\/[^\s"<]+/g) ?? []

describe.each(mails)('the mail $kind in $language', ({ kind, language, mail }) => {
  const { subject, textBody, htmlBody } = mail

  it('has a subject of one short line', () => {
    expect(subject).toMatch(/^\S.{8,120}\S$/)
    expect(subject).not.toContain('\n')
  })

  it('has every value filled in, and reads well', () => {
    for (const text of [subject, textBody]) {
      expect(text).not.toMatch(/[{}]|\$\{|undefined|null|NaN|Invalid|\[object|\bTODO\b/)
      // What some mail programs show as a box.
      expect(text).not.toMatch(/[\u00a0\u202f]/)
      expect(text).not.toMatch(/ {2}| [.,;:]|\.\./)
    }
    expect(htmlBody).not.toMatch(/\$\{|undefined|NaN|\[object/)
  })

  it('is in the language of its reader', () => {
    const foreign = language === 'es' ? /\b(the|your|you|was|with)\b/i : /\b(el|la|su|usted|fue|con|para)\b/i
    expect(`${subject}\n${textBody}`).not.toMatch(foreign)
  })

  it('links to our pages alone, the same in both forms', () => {
    const links = linksOf(textBody)
    expect(links).toHaveLength(kind === 'membership_removed' ? 0 : 1)
    expect(new Set(linksOf(htmlBody).map((link) => link.replaceAll('&amp;', '&')))).toEqual(new Set(links))
    for (const link of links) expect(link.startsWith(`${officeUrl}/`)).toBe(true)
  })

  it('holds a token in its link alone, where it is sent for one', () => {
    const takes = /^(password_reset|invitation|benefits_link)\b/.test(kind)
    expect(textBody.split(token).length - 1).toBe(takes ? 1 : 0)
    expect(subject).not.toContain(token)
  })

  it('loads nothing from anywhere', () => {
    expect(htmlBody).not.toMatch(/<(img|script|link|iframe)\b|url\(/)
  })
})

describe('a mail that counts', () => {
  it('agrees with its number', () => {
    const used = (left: number, language: Language) =>
      renderMail({ ...ofEachKind.recovery_code_used, left }, { language, officeUrl }).textBody
    expect([used(9, 'es'), used(1, 'es'), used(0, 'es')]).toEqual([
      expect.stringContaining('Quedan 9.'),
      expect.stringContaining('Queda 1.'),
      expect.stringContaining('No queda ninguno'),
    ])
    expect([used(9, 'en'), used(1, 'en'), used(0, 'en')]).toEqual([
      expect.stringContaining('9 are left.'),
      expect.stringContaining('1 is left.'),
      expect.stringContaining('None is left'),
    ])
    const ended = (grants: number, language: Language) =>
      renderMail({ ...ofEachKind.affiliation_ended, grants }, { language, officeUrl }).textBody
    expect([ended(0, 'es'), ended(1, 'es'), ended(2, 'es')]).toEqual([
      expect.stringContaining('No había ningún beneficio otorgado.'),
      expect.stringContaining('Se retiró 1 beneficio.'),
      expect.stringContaining('Se retiraron 2 beneficios.'),
    ])
    expect([ended(0, 'en'), ended(1, 'en'), ended(2, 'en')]).toEqual([
      expect.stringContaining('No benefit was granted.'),
      expect.stringContaining('1 benefit was'),
      expect.stringContaining('2 benefits were'),
    ])
  })
})

describe('a mail about a credential', () => {
  it('says when and by whom, and a name of markup stays a name', () => {
    const mail = { ...ofEachKind.api_key_revoked, name: '<img src=x onerror=alert(1)>' }
    const { textBody, htmlBody } = renderMail(mail, { language: 'es', officeUrl })
    expect(textBody).toContain('Comercio: Colmado Peña\nPor: Ana Peña, el 9 de marzo de 2026')
    expect(htmlBody).not.toContain('<img')
  })
})
