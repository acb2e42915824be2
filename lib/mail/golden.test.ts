import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type AccountLetter, wordLetter } from '@/lib/accounts/letters'
import { type TeamMemo, wordMemo } from '@/lib/accounts/memos'
import { type AffiliationNotice, wordAffiliation } from '@/lib/affiliations/notices'
import { type CredentialNotice, wordNotice } from '@/lib/credentials/notices'
import { languages } from '@/lib/language/language'
import { wordLinkLetter } from '@/lib/me/letter'
import { type Letter, layOut } from './letter'

/** Every mail in every variant and language, byte for byte, as `mails.golden.txt` has it. A change that is meant: `npx vitest run lib/mail -u`. */

const officeUrl = 'https://oficina.example'
const token = 'T'.repeat(43)
const afternoon = new Date('2026-03-09T17:30:00Z')
/** In Santo Domingo still the day before, and before noon. */
const morning = new Date('2026-11-21T03:05:59Z')
const address = '190.166.12.3'
const merchant = 'Colmado «Peña & Hijos» {1}'
const by = "Ana D'Óleo <ana> #1"
const id = 7
const name = "Caja '1' {x} <b>"

const ofAccount: readonly AccountLetter[] = [
  { kind: 'password_reset', path: `/reset-password?token=${token}` },
  { kind: 'password_changed' },
  { kind: 'two_step_enabled' },
  { kind: 'two_step_replaced' },
  { kind: 'two_step_disabled' },
  { kind: 'recovery_codes_renewed' },
  ...[0, 1, 2, 9].map((left) => ({ kind: 'recovery_code_used', left }) as const),
  { kind: 'invitation', path: `/invitation?token=${token}`, merchant, by },
]

const ofTeam: readonly TeamMemo[] = [
  {
    kind: 'membership_changed',
    permissions: [
      'merchant.team.manage',
      'merchant.catalog.manage',
      'merchant.discounts.manage',
      'merchant.consumptions.read',
      'merchant.integrations.manage',
    ],
  },
  { kind: 'membership_changed', permissions: ['merchant.team.manage', 'merchant.catalog.manage'] },
  { kind: 'membership_changed', permissions: [] },
  { kind: 'membership_removed' },
]

const ofCredentials: readonly CredentialNotice[] = [
  { kind: 'api_key_created', id, name, expiresAt: morning },
  { kind: 'api_key_revoked', id, name },
  { kind: 'oauth_client_created', id, name },
  { kind: 'oauth_client_rotated', id, name },
  { kind: 'oauth_client_deleted', id, name },
]

const ofExpiry = ([30, 7, 1] as const).map(
  (days) => ({ kind: 'api_key_expiring', id, name, expiresAt: morning, days }) as const,
)

const ofAffiliations: readonly AffiliationNotice[] = [
  { kind: 'affiliation_requested' },
  { kind: 'affiliation_accepted' },
  { kind: 'affiliation_declined' },
  { kind: 'affiliation_withdrawn' },
  ...[0, 1, 2, 1_234_567].map((grants) => ({ kind: 'affiliation_ended', grants }) as const),
]

const link = { displayName: "María P. O'Neil", companyName: 'Banco {Uno}', minutes: 15 }

type Mail = { readonly about: string; readonly letter: Letter }

const mails: readonly Mail[] = languages.flatMap((language) => [
  ...[
    { at: afternoon, from: address },
    { at: morning, from: null },
  ].flatMap(({ at, from }) => [
    ...ofAccount.map((letter) => ({
      about: `${letter.kind} from ${from} at ${at.toISOString()}, ${language}`,
      letter: wordLetter(letter, { language, officeUrl, at, address: from }),
    })),
    ...ofCredentials.map((notice) => ({
      about: `${notice.kind} from ${from} at ${at.toISOString()}, ${language}`,
      letter: wordNotice(notice, { merchant, by, at, address: from, officeUrl }, language),
    })),
  ]),
  ...[afternoon, morning].flatMap((at) =>
    ofTeam.map((memo) => ({
      about: `${memo.kind} at ${at.toISOString()}, ${language}`,
      letter: wordMemo(memo, { language, merchant, by, at, officeUrl }),
    })),
  ),
  ...ofExpiry.map((notice) => ({
    about: `${notice.kind}, ${language}`,
    letter: wordNotice(notice, { merchant, by: undefined, at: notice.expiresAt, address: null, officeUrl }, language),
  })),
  ...(['merchant', 'company'] as const).flatMap((to) =>
    ofAffiliations.map((notice) => ({
      about: `${notice.kind} to a ${to}, ${language}`,
      letter: wordAffiliation(notice, { other: name, own: merchant, to, officeUrl }, language),
    })),
  ),
  {
    about: `benefits_link, ${language}`,
    letter: wordLinkLetter({ ...link, url: `${officeUrl}/me/enter?token=${token}` }, language),
  },
])

/** The HTML says what the text says: its digest is enough to tell that no byte of it changed. */
const written = ({ about, letter }: Mail): string => {
  const { subject, textBody, htmlBody } = layOut(letter)
  const digest = createHash('sha256').update(htmlBody).digest('hex')
  return `===== ${about}\nSubject: ${subject}\nHTML: ${digest}\n\n${textBody}`
}

describe('every mail', () => {
  it('reads as it did, byte for byte', async () => {
    await expect(mails.map(written).join('\n')).toMatchFileSnapshot('./mails.golden.txt')
  })
})
