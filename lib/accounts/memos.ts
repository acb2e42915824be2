import { type Letter, sentence } from '@/lib/mail/letter'
import { type MerchantPermission, merchantPermissions } from './permissions'

/** What a person is told by mail of their place in a merchant's team. */
export type TeamMemo =
  | { readonly kind: 'membership_changed'; readonly permissions: readonly MerchantPermission[] }
  | { readonly kind: 'membership_removed' }

export type MemoFrame = {
  readonly language: 'es' | 'en'
  readonly merchant: string
  /** Who did it. */
  readonly by: string
  readonly at: Date
  readonly officeUrl: string
}

const names = {
  es: {
    'merchant.integrations.manage': 'Administrar claves de API y clientes OAuth',
    'merchant.consumptions.read': 'Ver los consumos',
    'merchant.discounts.manage': 'Administrar los descuentos y las empresas afiliadas',
    'merchant.catalog.manage': 'Administrar el catálogo',
    'merchant.team.manage': 'Administrar el equipo',
  },
  en: {
    'merchant.integrations.manage': 'Manage API keys and OAuth clients',
    'merchant.consumptions.read': 'See the consumptions',
    'merchant.discounts.manage': 'Manage the discounts and the affiliated companies',
    'merchant.catalog.manage': 'Manage the catalogue',
    'merchant.team.manage': 'Manage the team',
  },
} as const satisfies Record<string, Record<MerchantPermission, string>>

const moment = ({ language, at }: MemoFrame) =>
  at
    .toLocaleString(language === 'es' ? 'es-DO' : 'en-US', {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'America/Santo_Domingo',
    })
    .replace(/[\u00a0\u202f]/g, ' ')

const listOf = (memo: Extract<TeamMemo, { kind: 'membership_changed' }>, language: 'es' | 'en') =>
  merchantPermissions
    .filter((permission) => memo.permissions.includes(permission))
    .map((permission) => `• ${names[language][permission]}`)
    .join('\n')

/** A memo in its reader's words: what they may do from now on, who decided it and when. */
export function wordMemo(memo: TeamMemo, frame: MemoFrame): Letter {
  const { language, merchant, by, officeUrl } = frame
  const isSpanish = language === 'es'
  const who = sentence(isSpanish ? `Lo hizo ${by}, el ${moment(frame)}` : `${by} did it, on ${moment(frame)}`)
  const footer = isSpanish
    ? 'Recibe este correo porque trabaja en esta oficina virtual de Aliado, o trabajaba en ella.'
    : 'You receive this because you work in this virtual office on Aliado, or did.'
  if (memo.kind === 'membership_removed') {
    return {
      subject: isSpanish ? `Ya no es parte del equipo de ${merchant}` : `You are no longer in the team of ${merchant}`,
      paragraphs: [
        isSpanish
          ? `Su cuenta de Aliado ya no tiene acceso a la oficina virtual de ${merchant}. La cuenta sigue siendo suya.`
          : `Your Aliado account no longer has access to the virtual office of ${merchant}. The account remains yours.`,
        who,
      ],
      footer,
    }
  }
  return {
    subject: isSpanish ? `Sus permisos en ${merchant} cambiaron` : `Your permissions in ${merchant} changed`,
    paragraphs: [
      isSpanish
        ? `Desde ahora, en la oficina virtual de ${merchant} usted puede:`
        : `From now on, in the virtual office of ${merchant} you can:`,
      listOf(memo, language),
      who,
    ],
    link: { label: isSpanish ? 'Abrir la oficina' : 'Open the office', url: `${officeUrl}/portal` },
    footer,
  }
}
