import { checkIds, checks, scenes } from '@/lib/certification/plan'
import type { Language } from '@/lib/language/language'
import { translatorOf } from '@/lib/messages/translator'
import { identities } from '@/lib/sandbox/identities'

/** The tables of guides that are made from what the service itself goes by: `{{name}}` in a guide, in its language. */
export const guideTables = (language: Language) => ({
  identities: identitiesTable(language),
  checks: checksTable(language),
  scenes: scenesList(language),
  checkCount: String(checkIds.length),
  sceneCount: String(scenes.length),
})

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const errorLink = (code: string) => `[${code}](/developers/errors/${code})`

function identitiesTable(language: Language): string {
  const t = translatorOf(language, 'developers')
  return table(
    [t('identities.cedula'), t('identities.letters'), t('identities.does'), t('identities.codes')],
    identities.map(({ cedula, letters, does, codes }) => [
      `\`${cedula}\``,
      `\`${letters}\``,
      does[language],
      codes.map(errorLink).join(', '),
    ]),
  )
}

function checksTable(language: Language): string {
  const t = translatorOf(language, 'certificationPlan')
  const own = translatorOf(language, 'developers')
  return table(
    ['', own('certification.check'), own('certification.level'), own('certification.passes')],
    checkIds.map((id) => [id, t(`checks.${id}.title`), t(`levels.${checks[id].level}`), t(`checks.${id}.passes`)]),
  )
}

/** In the order in which they are shown, each with what the cashier does and the checks that it shows. */
function scenesList(language: Language): string {
  const t = translatorOf(language, 'certificationPlan')
  return scenes
    .map(({ id, identity, amount }) => {
      const cedula = identities.find(({ code }) => code === identity)?.cedula ?? identity
      const shown = checkIds.filter((check) => checks[check].scenes.includes(id)).join(', ')
      const does = t(`scenes.${id}.instruction`, { amount: `RD$${grouped(amount)}`, identity: cedula })
      return `1. **${t(`scenes.${id}.title`)}** (${shown}). ${does}`
    })
    .join('\n')
}

const grouped = (amount: string): string => amount.replace(/\B(?=(\d{3})+\.)/g, ',')
