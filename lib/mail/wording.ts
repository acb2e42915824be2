import { allPermissions } from '@/lib/accounts/permissions'
import { collaboratorsHome } from '@/lib/collaborators/filter'
import { credentialPath } from '@/lib/credentials/reference'
import { startOfDay } from '@/lib/language/days'
import { formatDay, formatMoment, formats } from '@/lib/language/formats'
import type { Language } from '@/lib/language/language'
import { permissionNamesIn } from '@/lib/messages/permissions'
import { translatorOf } from '@/lib/messages/translator'
import type { MailContent } from './layout'
import type {
  AccountMail,
  AffiliationMail,
  CredentialMail,
  Mail,
  MerchantMail,
  OperatorAffiliationMail,
  TeamMail,
} from './mail'

type Of<Kind extends Mail['kind']> = Extract<Mail, { kind: Kind }>

type Reader = { readonly language: Language; readonly officeUrl: string }

type Texts = ReturnType<typeof translatorOf<'mails'>>

/** A mail in its reader's words. Its link begins with the configured address, whatever a request said of itself (P-16). */
export function wordMail(mail: Mail, reader: Reader): MailContent {
  const t = translatorOf(reader.language, 'mails')
  switch (mail.kind) {
    case 'password_reset':
    case 'password_changed':
    case 'two_step_enabled':
    case 'two_step_replaced':
    case 'two_step_disabled':
    case 'recovery_codes_renewed':
    case 'recovery_code_used':
    case 'invitation':
    case 'operator_invitation':
      return wordAccount(t, mail, reader)
    case 'membership_changed':
    case 'membership_removed':
      return wordTeam(t, mail, reader)
    case 'api_key_created':
    case 'api_key_revoked':
    case 'api_key_expiring':
    case 'api_key_restricted':
    case 'oauth_client_restricted':
    case 'oauth_client_created':
    case 'oauth_client_rotated':
    case 'oauth_client_deleted':
      return wordCredential(t, mail, reader)
    case 'credential_reminder':
      return wordReminder(t, mail, reader)
    case 'credentials_ended':
      return wordEndOfAll(t, mail, reader)
    case 'hand_off_opened':
      return wordHandOff(t, mail, reader)
    case 'terminals_silent':
      return wordSilence(t, mail, reader)
    case 'affiliation_requested':
    case 'affiliation_accepted':
    case 'affiliation_declined':
    case 'affiliation_withdrawn':
    case 'affiliation_ended':
    case 'affiliation_made':
    case 'affiliation_ended_by_operator':
      return wordAffiliation(t, mail, reader)
    case 'approval_proposed':
      return wordApproval(t, mail, reader)
    case 'merchant_disabled':
    case 'merchant_disabling_ordered':
    case 'merchant_disabling_undone':
    case 'merchant_enabled':
      return wordMerchant(t, mail, reader)
    case 'rectification_asked':
      return wordRectification(t, mail, reader)
    case 'benefits_link':
      return wordBenefits(t, mail, reader)
    case 'benefits_invitation':
      return wordInvitation(t, mail, reader)
  }
}

/** Ends a sentence: a text that ends with an abbreviation ("1:30 p. m.") has its full stop already. */
const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** When and from where it was done, and what to do about it when it was somebody else. */
function wordAccount(t: Texts, mail: Of<AccountMail['kind']>, { language, officeUrl }: Reader): MailContent {
  const { address } = mail
  const at = formatMoment(language, mail.at)
  const done = sentence(address === null ? t('account.done', { at }) : t('account.doneFrom', { at, address }))
  const footer = t('account.footer')
  switch (mail.kind) {
    case 'password_reset':
      return {
        subject: t('account.password_reset.subject'),
        paragraphs: [t('account.password_reset.what'), t('account.password_reset.advice'), done],
        link: { label: t('account.password_reset.link'), url: `${officeUrl}${mail.path}` },
        footer,
      }
    case 'invitation':
      return {
        subject:
          mail.by === null
            ? t('account.invitation.subjectByOperator', { tenant: mail.tenant })
            : t('account.invitation.subject', { by: mail.by, tenant: mail.tenant }),
        paragraphs: [
          mail.by === null
            ? t('account.invitation.whatByOperator', { tenant: mail.tenant })
            : t('account.invitation.what', { by: mail.by, tenant: mail.tenant }),
          t('account.invitation.advice'),
        ],
        link: { label: t('account.invitation.link'), url: `${officeUrl}${mail.path}` },
        footer,
      }
    case 'operator_invitation':
      return {
        subject: t('account.operator_invitation.subject'),
        paragraphs: [
          mail.by === null
            ? t('account.operator_invitation.what')
            : t('account.operator_invitation.whatBy', { by: mail.by }),
          t('account.invitation.advice'),
        ],
        link: { label: t('account.invitation.link'), url: `${officeUrl}${mail.path}` },
        footer,
      }
    default: {
      const what =
        mail.kind === 'recovery_code_used'
          ? t('account.recovery_code_used.what', { left: mail.left })
          : t(`account.${mail.kind}.what`)
      return {
        subject: t(`account.${mail.kind}.subject`),
        paragraphs: [what, done, t('account.advice')],
        link: { label: t('account.link'), url: `${officeUrl}/account/security` },
        footer,
      }
    }
  }
}

function wordApproval(t: Texts, { of, by, at }: Of<'approval_proposed'>, { language, officeUrl }: Reader): MailContent {
  return {
    subject: t('approval_proposed.subject', { what: t(`approval_proposed.kinds.${of}`) }),
    paragraphs: [
      t('approval_proposed.what', { what: t(`approval_proposed.kinds.${of}`), by, at: formatMoment(language, at) }),
      t('approval_proposed.advice'),
    ],
    link: { label: t('approval_proposed.link'), url: `${officeUrl}/operator/approvals` },
    footer: t('approval_proposed.footer'),
  }
}

/** What they may do from now on, who decided it and when. */
function wordTeam(t: Texts, mail: Of<TeamMail['kind']>, { language, officeUrl }: Reader): MailContent {
  const { kind, by } = mail
  const tenant = mail.of === 'operator' ? t('team.network') : mail.tenant
  const subject = t(`team.${kind}.subject`, { tenant })
  const what = t(`team.${kind}.what`, { tenant })
  const done = sentence(t('team.done', { by, at: formatMoment(language, mail.at) }))
  const footer = t('team.footer')
  if (kind === 'membership_removed') return { subject, paragraphs: [what, done], footer }
  const names = permissionNamesIn(language)
  const held = allPermissions.filter((permission) => mail.permissions.includes(permission))
  return {
    subject,
    paragraphs: [what, held.map((permission) => `• ${names[permission]}`).join('\n'), done],
    link: {
      label: t('team.membership_changed.link'),
      url: `${officeUrl}/${mail.of === 'merchant' ? 'portal' : mail.of}`,
    },
    footer,
  }
}

/** What happened, to what, by whom, and what to do. */
function wordCredential(
  t: Texts,
  mail: Of<CredentialMail['kind'] | 'api_key_expiring'>,
  { language, officeUrl }: Reader,
): MailContent {
  const { kind, name } = mail
  const page = kind.startsWith('api_key') ? 'keys' : 'clients'
  const link = { label: t('credentials.link'), url: `${officeUrl}/portal/integrations/${page}/${mail.id}` }
  const footer = t('credentials.footer')
  const merchant = t('credentials.merchant', { merchant: mail.merchant })
  if (kind === 'api_key_expiring') {
    const what = sentence(t(`credentials.${kind}.what`, { name, at: formatMoment(language, mail.expiresAt) }))
    return {
      subject: t(`credentials.${kind}.subject`, { name, days: mail.days }),
      paragraphs: [
        `${what} ${t(`credentials.${kind}.next`)}`,
        ...wordTills(t, mail),
        merchant,
        t(`credentials.${kind}.advice`),
      ],
      link,
      footer,
    }
  }
  const what =
    kind === 'api_key_created'
      ? sentence(t(`credentials.${kind}.what`, { name, at: formatMoment(language, mail.expiresAt) }))
      : kind === 'api_key_restricted' || kind === 'oauth_client_restricted'
        ? t(`credentials.${kind}.what`, { name, count: mail.addresses.length, addresses: mail.addresses.join('\n') })
        : t(`credentials.${kind}.what`, { name })
  const { by, address } = mail
  const at = formatMoment(language, mail.at)
  const done = address === null ? t('credentials.done', { by, at }) : t('credentials.doneFrom', { by, at, address })
  const isOver = kind === 'api_key_revoked' || kind === 'oauth_client_deleted'
  return {
    subject: t(`credentials.${kind}.subject`, { name }),
    paragraphs: [what, `${merchant}\n${done}`, t(isOver ? 'credentials.advice.over' : 'credentials.advice.live')],
    link,
    footer,
  }
}

/** The tills that stop with a key; none are known of a system whose calls do not say which till they come from. */
function wordTills(t: Texts, { tills, tillCount }: Of<'api_key_expiring'>): string[] {
  if (tills.length === 0) return []
  const unnamed = tillCount - tills.length
  const lines = [
    t('credentials.api_key_expiring.tills', { count: tillCount }),
    ...tills.map((name) => `• ${name}`),
    ...(unnamed > 0 ? [t('credentials.api_key_expiring.moreTills', { count: unnamed })] : []),
  ]
  return [lines.join('\n')]
}

/** What they wanted to do at this hour, and where. */
function wordReminder(t: Texts, { of, id, name, merchant }: Of<'credential_reminder'>, reader: Reader): MailContent {
  const page = of === 'api_key' ? 'keys' : 'clients'
  return {
    subject: t('credentials.credential_reminder.subject', { name }),
    paragraphs: [
      t('credentials.credential_reminder.what', { name }),
      t('credentials.merchant', { merchant }),
      t('credentials.credential_reminder.advice'),
    ],
    link: { label: t('credentials.link'), url: `${reader.officeUrl}/portal/integrations/${page}/${id}` },
    footer: t('credentials.footer'),
  }
}

/** Which ones ended, by whom, and what to do. */
function wordEndOfAll(t: Texts, mail: Of<'credentials_ended'>, { language, officeUrl }: Reader): MailContent {
  const { names, by, address, merchant } = mail
  const at = formatMoment(language, mail.at)
  const done = address === null ? t('credentials.done', { by, at }) : t('credentials.doneFrom', { by, at, address })
  return {
    subject: t('credentials.credentials_ended.subject', { merchant }),
    paragraphs: [
      t('credentials.credentials_ended.what', { merchant }),
      names.map((name) => `• ${name}`).join('\n'),
      `${t('credentials.merchant', { merchant })}\n${done}`,
      t('credentials.credentials_ended.advice'),
    ],
    link: { label: t('credentials.credentials_ended.link'), url: `${officeUrl}/portal/integrations/incident` },
    footer: t('credentials.footer'),
  }
}

/** Which secret was opened, for which till, when, from where and with what. */
function wordHandOff(t: Texts, mail: Of<'hand_off_opened'>, { language, officeUrl }: Reader): MailContent {
  const { credential, name, merchant, branch, terminal, address, device } = mail
  const told = (key: 'branch' | 'terminal' | 'from' | 'with', text: string | null | undefined) =>
    text ? [t(`credentials.hand_off_opened.${key}`, { text })] : []
  const facts = [
    t('credentials.merchant', { merchant }),
    ...told('branch', branch),
    ...told('terminal', terminal),
    t('credentials.hand_off_opened.at', { at: formatMoment(language, mail.at) }),
    ...told('from', address),
    ...told('with', [device.browser, device.system].filter(Boolean).join(', ')),
  ]
  return {
    subject: t('credentials.hand_off_opened.subject', { name }),
    paragraphs: [
      t('credentials.hand_off_opened.what', { name }),
      facts.join('\n'),
      t('credentials.hand_off_opened.advice'),
    ],
    link: { label: t('credentials.link'), url: `${officeUrl}${credentialPath(credential)}` },
    footer: t('credentials.footer'),
  }
}

/** Lines of a mail: the page has the others. */
const silencesNamed = 20

/** Which tills, or of which branch all, and since when: nobody knows why. */
function wordSilence(t: Texts, { silence, merchant }: Of<'terminals_silent'>, reader: Reader): MailContent {
  const at = (moment: Date) => formatMoment(reader.language, moment)
  const page = `${reader.officeUrl}/portal/terminals`
  const every = { label: t('silence.link', { count: 2 }), url: page }
  const footer = t('credentials.footer')
  if (silence.of === 'merchant')
    return {
      subject: t('silence.allSubject', { merchant }),
      paragraphs: [sentence(t('silence.all', { merchant, at: at(silence.since) })), t('silence.allAdvice')],
      link: every,
      footer,
    }
  type Line = { readonly id?: number; readonly name: string; readonly line: string }
  const told = silence.parts.flatMap(({ branch, isWhole, since, terminals }): Line[] => {
    const name = branch?.name ?? ''
    if (isWhole) return [{ name, line: t('silence.branch', { branch: name, at: at(since) }) }]
    return terminals.map((one) => {
      const from = { name: one.name ?? one.terminal, branch: name, at: at(one.lastCallAt ?? since) }
      return { id: one.id, name: from.name, line: t(branch ? 'silence.terminalOf' : 'silence.terminal', from) }
    })
  })
  const more = told.length - silencesNamed
  const lines = told.slice(0, silencesNamed).map(({ line }) => `• ${line}`)
  const [first] = told
  const only = told.length === 1 ? first : undefined
  const subject =
    only === undefined
      ? t('silence.subject', { count: silence.parts.reduce((sum, { terminals }) => sum + terminals.length, 0) })
      : t(only.id === undefined ? 'silence.branchSubject' : 'silence.oneSubject', { name: only.name })
  return {
    subject,
    paragraphs: [
      [t('silence.what'), ...lines, ...(more > 0 ? [t('silence.more', { count: more })] : [])].join('\n'),
      t('credentials.merchant', { merchant }),
      t('silence.advice'),
      t('silence.mute'),
    ],
    link:
      only !== undefined && 'id' in only
        ? { label: t('silence.link', { count: 1 }), url: `${page}/${only.id}` }
        : every,
    footer,
  }
}

const affiliationPaths = { merchant: '/portal/companies', company: '/company/merchants' } as const

/** The mail does not hold what the other side wrote: our mails quote no text of strangers. */
function wordAffiliation(
  t: Texts,
  mail: Of<(AffiliationMail | OperatorAffiliationMail)['kind']>,
  { officeUrl }: Reader,
): MailContent {
  const { kind, other: who, own, to } = mail
  const what = t(`affiliations.${kind}.what`, { who, own, to })
  const next =
    kind === 'affiliation_ended' || kind === 'affiliation_ended_by_operator'
      ? [t(`affiliations.${kind}.next`, { grants: mail.grants, number: String(mail.grants) })]
      : kind === 'affiliation_made'
        ? [t(`affiliations.${kind}.next.${to}`)]
        : kind === 'affiliation_requested'
          ? [t(`affiliations.${kind}.next`)]
          : []
  return {
    subject: t(`affiliations.${kind}.subject`, { who, own }),
    paragraphs: [what, ...next],
    link: { label: t(`affiliations.${kind}.link`), url: `${officeUrl}${affiliationPaths[to]}` },
    footer: t('affiliations.footer'),
  }
}

/** What the operator wrote is a paragraph of its own, below what the service says. */
function wordRectification(
  t: Texts,
  { company, collaboratorId, dueOn }: Of<'rectification_asked'>,
  { language, officeUrl }: Reader,
): MailContent {
  return {
    subject: t('rectification_asked.subject', { company }),
    paragraphs: [
      t('rectification_asked.what', { company }),
      sentence(t('rectification_asked.next', { day: formatDay(language, startOfDay(dueOn)) })),
    ],
    link: { label: t('rectification_asked.link'), url: `${officeUrl}${collaboratorsHome}/${collaboratorId}` },
    footer: t('rectification_asked.footer', { company }),
  }
}

function wordMerchant(t: Texts, mail: Of<MerchantMail['kind']>, { language, officeUrl }: Reader): MailContent {
  const { kind, merchant } = mail
  const causes = translatorOf(language, 'standing')
  const why = 'cause' in mail ? [t('merchants.why', { cause: causes(`causes.${mail.cause}`) }), mail.message] : []
  const at = 'takesEffectAt' in mail ? formatMoment(language, mail.takesEffectAt) : ''
  return {
    subject: t(`merchants.${kind}.subject`, { merchant }),
    paragraphs: [
      kind === 'merchant_disabling_ordered'
        ? sentence(t(`merchants.${kind}.what`, { merchant, at }))
        : t(`merchants.${kind}.what`, { merchant }),
      ...why,
      t(`merchants.${kind}.next`),
    ],
    link: { label: t('merchants.link'), url: `${officeUrl}/portal` },
    footer: t('merchants.footer'),
  }
}

function wordBenefits(t: Texts, mail: Of<'benefits_link'>, { officeUrl }: Reader): MailContent {
  return {
    subject: t('benefits.subject'),
    paragraphs: [
      t('benefits.greeting', { name: mail.displayName }),
      t('benefits.what', { company: mail.companyName }),
      t('benefits.advice', { minutes: String(mail.minutes) }),
    ],
    link: { label: t('benefits.link'), url: `${officeUrl}${mail.path}` },
    footer: t('benefits.footer'),
  }
}

/** What they have today and how it is used. The link is the page itself: it holds nothing that opens it. */
function wordInvitation(t: Texts, mail: Of<'benefits_invitation'>, { language, officeUrl }: Reader): MailContent {
  const { displayName, companyName: company, identificationType: type, benefits, more } = mail
  const { amount, percent, number } = formats(language)
  const lines = benefits.map(({ merchantName: merchant, name, worth: { discountType, value } }) => {
    const worth = discountType === 'PCT' ? percent(Number(value) / 10_000) : amount(value)
    return t('benefitsInvitation.benefit', { merchant, name, worth })
  })
  const others = more === 0 ? [] : [t('benefitsInvitation.more', { more, number: number(more) })]
  const has =
    lines.length === 0
      ? t('benefitsInvitation.none')
      : [t('benefitsInvitation.has'), ...[...lines, ...others].map((line) => `• ${line}`)].join('\n')
  return {
    subject: t('benefitsInvitation.subject', { company }),
    paragraphs: [
      t('benefits.greeting', { name: displayName }),
      t('benefitsInvitation.what', { company }),
      has,
      t('benefitsInvitation.how', { type, company }),
      t('benefitsInvitation.page'),
    ],
    link: { label: t('benefits.link'), url: `${officeUrl}/me` },
    footer: t('benefitsInvitation.footer', { company }),
  }
}
