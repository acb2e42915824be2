import type { Letter } from '@/lib/mail/letter'

type Language = 'es' | 'en'

/** The letter with a collaborator's link. Its link begins with the configured address, whatever a request said of itself (P-16). */
export function wordLinkLetter(
  link: { readonly displayName: string; readonly companyName: string; readonly url: string; readonly minutes: number },
  language: Language,
): Letter {
  const { displayName, companyName, url, minutes } = link
  if (language === 'en') {
    return {
      subject: 'Your benefits on Aliado',
      paragraphs: [
        `Hello, ${displayName}`,
        `With this link you see the benefits that ${companyName} grants you, and what you have used.`,
        `It works once and expires in ${minutes} minutes. If you did not ask for it, ignore this message: nobody can get in without it.`,
      ],
      link: { label: 'See my benefits', url },
      footer: 'Aliado will never ask for your identification or your card by e-mail or by telephone.',
    }
  }
  return {
    subject: 'Sus beneficios en Aliado',
    paragraphs: [
      `Hola, ${displayName}`,
      `Con este enlace puede ver los beneficios que le da ${companyName} y los que ya ha usado.`,
      `Sirve una sola vez y vence en ${minutes} minutos. Si usted no lo pidió, ignore este mensaje: sin el enlace nadie puede entrar.`,
    ],
    link: { label: 'Ver mis beneficios', url },
    footer: 'Aliado nunca le pedirá su identificación ni su tarjeta por correo o por teléfono.',
  }
}
