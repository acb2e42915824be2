import type { Language } from '@/lib/language/language'
import type { Letter } from '@/lib/mail/letter'
import type { Side } from './party'

/** What the people of one side are told by mail that the other side did. */
export type AffiliationNotice =
  | { readonly kind: 'affiliation_requested' | 'affiliation_declined' | 'affiliation_withdrawn' }
  | { readonly kind: 'affiliation_accepted' }
  | { readonly kind: 'affiliation_ended'; readonly grants: number }

/** By whom: the name of the tenant on the other side, never of a person there; and for which side the letter is. */
export type AffiliationFrame = {
  readonly other: string
  readonly own: string
  readonly to: Side
  readonly officeUrl: string
}

type Words = { subject: string; paragraphs: string[]; label: string }

const withdrawnEs = (grants: number) =>
  grants === 0
    ? 'No había ningún beneficio otorgado.'
    : grants === 1
      ? 'Se retiró 1 beneficio.'
      : `Se retiraron ${grants} beneficios.`

const withdrawnEn = (grants: number) =>
  grants === 0
    ? 'No benefit was granted.'
    : grants === 1
      ? '1 benefit was withdrawn.'
      : `${grants} benefits were withdrawn.`

const es = (notice: AffiliationNotice, { other, own, to }: AffiliationFrame): Words => {
  const toMerchant = to === 'merchant'
  switch (notice.kind) {
    case 'affiliation_requested':
      return {
        subject: `${other} solicita afiliarse con ${own}`,
        paragraphs: [
          toMerchant
            ? `La empresa ${other} quiere ofrecer los descuentos de ${own} a sus colaboradores.`
            : `El comercio ${other} quiere que ${own} ofrezca sus descuentos a sus colaboradores.`,
          'Puede aceptar o rechazar la solicitud en su oficina virtual. Hasta que responda, nada cambia.',
        ],
        label: 'Ver la solicitud',
      }
    case 'affiliation_accepted':
      return {
        subject: `${own} y ${other} están afiliados`,
        paragraphs: [
          toMerchant
            ? `La empresa ${other} ya puede otorgar los descuentos de ${own} a sus colaboradores.`
            : `${own} ya puede otorgar los descuentos del comercio ${other} a sus colaboradores.`,
        ],
        label: 'Ver la afiliación',
      }
    case 'affiliation_declined':
      return {
        subject: `${other} rechazó la solicitud de ${own}`,
        paragraphs: [
          `${other} no aceptó la solicitud de afiliación de ${own}. Nada cambia para ninguna de las partes.`,
        ],
        label: 'Ver las solicitudes',
      }
    case 'affiliation_withdrawn':
      return {
        subject: `${other} retiró su solicitud a ${own}`,
        paragraphs: [`${other} retiró su solicitud de afiliación con ${own}. No hace falta responderla.`],
        label: 'Ver las solicitudes',
      }
    case 'affiliation_ended':
      return {
        subject: `${other} terminó la afiliación con ${own}`,
        paragraphs: [
          toMerchant
            ? `La empresa ${other} ya no está afiliada a ${own}: sus colaboradores dejan de tener los descuentos que les otorgaba.`
            : `El comercio ${other} ya no está afiliado a ${own}: sus colaboradores dejan de tener los descuentos que su empresa les otorgaba.`,
          `${withdrawnEs(notice.grants)} Las autorizaciones que ya estaban activas en caja siguen vigentes hasta que vencen.`,
        ],
        label: 'Ver las afiliaciones',
      }
  }
}

const en = (notice: AffiliationNotice, { other, own, to }: AffiliationFrame): Words => {
  const toMerchant = to === 'merchant'
  switch (notice.kind) {
    case 'affiliation_requested':
      return {
        subject: `${other} asks to be affiliated with ${own}`,
        paragraphs: [
          toMerchant
            ? `The company ${other} wants to offer the discounts of ${own} to its collaborators.`
            : `The merchant ${other} wants ${own} to offer its discounts to its collaborators.`,
          'You can accept or decline the request in your virtual office. Nothing changes until you answer.',
        ],
        label: 'See the request',
      }
    case 'affiliation_accepted':
      return {
        subject: `${own} and ${other} are affiliated`,
        paragraphs: [
          toMerchant
            ? `The company ${other} can now grant the discounts of ${own} to its collaborators.`
            : `${own} can now grant the discounts of the merchant ${other} to its collaborators.`,
        ],
        label: 'See the affiliation',
      }
    case 'affiliation_declined':
      return {
        subject: `${other} declined the request of ${own}`,
        paragraphs: [`${other} did not accept the affiliation request of ${own}. Nothing changes for either side.`],
        label: 'See the requests',
      }
    case 'affiliation_withdrawn':
      return {
        subject: `${other} withdrew its request to ${own}`,
        paragraphs: [`${other} withdrew its affiliation request to ${own}. It needs no answer.`],
        label: 'See the requests',
      }
    case 'affiliation_ended':
      return {
        subject: `${other} ended the affiliation with ${own}`,
        paragraphs: [
          toMerchant
            ? `The company ${other} is no longer affiliated with ${own}: its collaborators no longer have the discounts that it granted.`
            : `The merchant ${other} is no longer affiliated with ${own}: your collaborators no longer have the discounts that you granted.`,
          `${withdrawnEn(notice.grants)} Authorizations that were active at a till stay valid until they expire.`,
        ],
        label: 'See the affiliations',
      }
  }
}

const footers = {
  es: 'Recibe este correo porque administra estas afiliaciones en Aliado.',
  en: 'You receive this because you manage these affiliations on Aliado.',
} as const

const paths = { merchant: '/portal/companies', company: '/company/merchants' } as const

/** A notice in its reader's words. What the other side wrote is not in it: mail of ours quotes no stranger. */
export function wordAffiliation(notice: AffiliationNotice, frame: AffiliationFrame, language: Language): Letter {
  const { subject, paragraphs, label } = (language === 'es' ? es : en)(notice, frame)
  const url = `${frame.officeUrl}${paths[frame.to]}`
  return { subject, paragraphs, link: { label, url }, footer: footers[language] }
}
