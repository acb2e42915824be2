import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TeamKind } from '@/lib/accounts/team'
import { approvalKinds } from '@/lib/approvals/kinds'
import { type Language, languages } from '@/lib/language/language'
import { disablingCauses } from '@/lib/network-merchants/disabling'
import type {
  AccountMail,
  AffiliationMail,
  CredentialMail,
  EndOfAllMail,
  Mail,
  MerchantMail,
  OperatorAffiliationMail,
  SilenceMail,
  TeamMail,
} from './mail'
import { renderMail } from './render'

/**
 * Every mail in every variant and language, byte for byte, as `mails.golden.txt` has it. After an intended change:
 * `npx vitest run --project unit lib/mail -u`.
 */

const officeUrl = 'https://oficina.example'
const token = 'T'.repeat(43)
const afternoon = new Date('2026-03-09T17:30:00Z')
/** In Santo Domingo still the day before. */
const night = new Date('2026-11-21T03:05:59Z')
const address = '190.166.12.3'
const merchant = 'Colmado «Peña & Hijos» {1}'
const by = "Ana D'Óleo <ana> #1"
const id = 7
const name = "Caja '1' {x} <b>"

const ofAccount: readonly AccountMail[] = [
  { kind: 'password_reset', path: `/reset-password?token=${token}` },
  { kind: 'password_changed' },
  { kind: 'two_step_enabled' },
  { kind: 'two_step_replaced' },
  { kind: 'two_step_disabled' },
  { kind: 'recovery_codes_renewed' },
  ...[0, 1, 2, 9].map((left) => ({ kind: 'recovery_code_used', left }) as const),
  ...[by, null].map(
    (who) => ({ kind: 'invitation', path: `/invitation?token=${token}`, tenant: merchant, by: who }) as const,
  ),
  ...[by, null].map((by) => ({ kind: 'operator_invitation', path: `/invitation?token=${token}`, by }) as const),
]

const ofTeam: readonly { readonly of: TeamKind; readonly mail: TeamMail }[] = [
  ...(
    [
      ['team.manage', 'catalog.manage', 'discounts.manage', 'consumptions.read', 'integrations.manage'],
      ['team.manage', 'catalog.manage'],
      [],
    ] as const
  ).map((held) => ({
    of: 'merchant' as const,
    mail: { kind: 'membership_changed' as const, permissions: held.map((one) => `merchant.${one}` as const) },
  })),
  { of: 'merchant', mail: { kind: 'membership_removed' } },
  {
    of: 'company',
    mail: { kind: 'membership_changed', permissions: ['company.team.manage', 'company.collaborators.manage'] },
  },
  { of: 'company', mail: { kind: 'membership_removed' } },
  { of: 'operator', mail: { kind: 'membership_changed', permissions: ['operator.team.manage'] } },
  { of: 'operator', mail: { kind: 'membership_removed' } },
]

const ofCredentials: readonly (CredentialMail | EndOfAllMail)[] = [
  { kind: 'api_key_created', id, name, expiresAt: night },
  { kind: 'api_key_revoked', id, name },
  { kind: 'api_key_restricted', id, name, addresses: ['203.0.113.0/24', '2001:db8::/48'] },
  { kind: 'api_key_restricted', id, name, addresses: [] },
  { kind: 'oauth_client_restricted', id, name, addresses: ['203.0.113.7'] },
  { kind: 'oauth_client_restricted', id, name, addresses: [] },
  { kind: 'oauth_client_created', id, name },
  { kind: 'oauth_client_rotated', id, name },
  { kind: 'oauth_client_deleted', id, name },
  { kind: 'credentials_ended', names: [name, 'ERP'] },
]

const stopped = {
  30: { tills: [], tillCount: 0 },
  7: { tills: ['CAJA-01'], tillCount: 1 },
  1: { tills: ['CAJA-01', 'Caja {x} <b>'], tillCount: 45 },
}

const ofExpiry = ([30, 7, 1] as const).map(
  (days) => ({ kind: 'api_key_expiring', id, name, expiresAt: night, days, ...stopped[days] }) as const,
)

const silent = (terminal: string, called: string | null = null, lastCallAt: Date | null = night) => ({
  id,
  terminal,
  name: called,
  lastCallAt,
})
const part = { branch: { id: 1, name }, isWhole: false, since: afternoon }

const ofSilences: readonly { readonly about: string; readonly silence: SilenceMail['silence'] }[] = [
  { about: 'of a merchant', silence: { of: 'merchant', since: afternoon, terminals: [silent('CAJA-01')] } },
  {
    about: 'of a branch',
    silence: { of: 'branches', parts: [{ ...part, isWhole: true, terminals: [silent('CAJA-01'), silent('CAJA-02')] }] },
  },
  { about: 'of a till', silence: { of: 'branches', parts: [{ ...part, terminals: [silent('CAJA-01', name)] }] } },
  {
    about: 'of many',
    silence: {
      of: 'branches',
      parts: [
        { ...part, isWhole: true, terminals: [silent('CAJA-01'), silent('CAJA-02')] },
        { ...part, branch: undefined, terminals: [silent('CAJA-03', null, null)] },
        { ...part, terminals: Array.from({ length: 20 }, (_, n) => silent(`POS-${n}`)) },
      ],
    },
  },
]

const ofAffiliations: readonly (AffiliationMail | OperatorAffiliationMail)[] = [
  { kind: 'affiliation_requested' },
  { kind: 'affiliation_accepted' },
  { kind: 'affiliation_declined' },
  { kind: 'affiliation_withdrawn' },
  ...[0, 1, 2, 1_234_567].map((grants) => ({ kind: 'affiliation_ended', grants }) as const),
  { kind: 'affiliation_made' },
  ...[0, 1, 2].map((grants) => ({ kind: 'affiliation_ended_by_operator', grants }) as const),
]

const message = 'Faltan {1} los estados de cuenta.\nEscríbanos <hoy>.'

const ofMerchants: readonly MerchantMail[] = [
  ...disablingCauses.map((cause) => ({ kind: 'merchant_disabled', cause, message }) as const),
  { kind: 'merchant_disabling_ordered', cause: 'other', message, takesEffectAt: night },
  { kind: 'merchant_disabling_undone' },
  { kind: 'merchant_enabled' },
]

const link = { displayName: "María P. O'Neil", companyName: 'Banco {Uno}', minutes: 15 }

const invited = {
  displayName: link.displayName,
  companyName: link.companyName,
  identificationType: 'Cédula <de> identidad',
}
const given = [
  { merchantName: merchant, name: 'Fin de mes {1}', worth: { discountType: 'PCT', value: 1_250n } },
  { merchantName: merchant, name: "Día '1'", worth: { discountType: 'AMT', value: 123_450n } },
  { merchantName: 'Óptica', name: '<b>', worth: { discountType: 'PCT', value: 10_000n } },
] as const
const invitation = (count: number) => ({ benefits: given.slice(0, count), more: Math.max(0, count - 1) })

type Case = { readonly about: string; readonly mail: Mail }

const cases: readonly Case[] = [
  ...[
    { at: afternoon, address },
    { at: night, address: null },
  ].flatMap((done) => {
    const seen = `from ${done.address} at ${done.at.toISOString()}`
    return [
      ...ofAccount.map((mail) => ({ about: `${mail.kind} ${seen}`, mail: { ...mail, ...done } })),
      ...ofCredentials.map((mail) => ({ about: `${mail.kind} ${seen}`, mail: { ...mail, ...done, merchant, by } })),
    ]
  }),
  ...[afternoon, night].flatMap((at) =>
    ofTeam.map(({ of, mail }) => ({
      about: `${mail.kind}${of === 'merchant' ? '' : ` of ${of === 'company' ? 'a company' : 'the operator'}`} at ${at.toISOString()}`,
      mail: { ...mail, of, tenant: merchant, by, at },
    })),
  ),
  ...(['api_key', 'oauth_client'] as const).map((of) => ({
    about: `credential_reminder of an ${of}`,
    mail: { kind: 'credential_reminder', of, id, name, merchant } as const,
  })),
  ...ofSilences.map(({ about, silence }) => ({
    about: `terminals_silent ${about}`,
    mail: { kind: 'terminals_silent', merchant, silence } as const,
  })),
  ...ofExpiry.map((mail) => ({ about: mail.kind, mail: { ...mail, merchant } })),
  ...[
    { at: afternoon, address, branch: 'Naco', terminal: 'CAJA-03', device: { browser: 'Chrome', system: 'Android' } },
    { at: night, address: null, branch: null, terminal: null, device: { browser: undefined, system: undefined } },
  ].flatMap((opened) =>
    (['api_key', 'oauth_client'] as const).map((kind) => ({
      about: `hand_off_opened of an ${kind} from ${opened.address}`,
      mail: { kind: 'hand_off_opened', credential: { kind, id }, name, merchant, ...opened } as const,
    })),
  ),
  ...(['merchant', 'company'] as const).flatMap((to) =>
    ofAffiliations.map((mail) => ({
      about: `${mail.kind} to a ${to}`,
      mail: { ...mail, other: name, own: merchant, to },
    })),
  ),
  ...approvalKinds.map((of) => ({
    about: `approval_proposed of ${of}`,
    mail: { kind: 'approval_proposed', of, by, at: afternoon } as const,
  })),
  ...ofMerchants.map((mail) => ({
    about: `${mail.kind}${'cause' in mail ? ` for ${mail.cause}` : ''}`,
    mail: { ...mail, merchant } as const,
  })),
  {
    about: 'rectification_asked',
    mail: { kind: 'rectification_asked', company: link.companyName, collaboratorId: id, dueOn: '2026-12-07' },
  },
  ...[0, 1, 3].map((count) => ({
    about: `benefits_invitation with ${count} benefits`,
    mail: { kind: 'benefits_invitation', ...invited, ...invitation(count) } as const,
  })),
  { about: 'benefits_link', mail: { kind: 'benefits_link', ...link, path: `/me/enter?token=${token}` } },
]

/** The HTML says what the text says, so its digest is enough to show that no byte of it changed. */
const written = (language: Language, { about, mail }: Case): string => {
  const { subject, textBody, htmlBody } = renderMail(mail, { language, officeUrl })
  const digest = createHash('sha256').update(htmlBody).digest('hex')
  return `===== ${about}, ${language}\nSubject: ${subject}\nHTML: ${digest}\n\n${textBody}`
}

describe('every mail', () => {
  it('reads as it did, byte for byte', async () => {
    const all = languages.flatMap((language) => cases.map((one) => written(language, one)))
    await expect(all.join('\n')).toMatchFileSnapshot('./mails.golden.txt')
  })
})
