import type { Language } from '@/lib/language/language'
import { translatorOf } from '@/lib/messages/translator'
import { errorCodes, errorMarkdown, errorsMarkdown, isErrorCode } from './errors'
import type { Facts } from './facts'
import { guideMarkdown, guides, isGuide } from './guides'

/** A page for who integrates: what a browser shows and what a machine reads are the same Markdown. */
export type DeveloperPage = {
  /** Below `/developers`: empty for the first page. */
  readonly path: string
  readonly title: string
  readonly markdown: string
}

/** The paths of all pages, in the order in which they are read. */
export const developerPaths: readonly string[] = [
  '',
  ...guides,
  'errors',
  ...errorCodes.map((code) => `errors/${code}`),
]

export const addressOf = (path: string): string => (path === '' ? '/developers' : `/developers/${path}`)

/** The page of that path; undefined where there is none. */
export async function findDeveloperPage(
  path: string,
  language: Language,
  facts: Facts,
): Promise<DeveloperPage | undefined> {
  const markdown = await markdownOf(path, language, facts)
  if (markdown === undefined) return undefined
  const [, title] = /^# (.+)$/m.exec(markdown) ?? []
  if (title === undefined) throw new Error(`the page ${path} has no title`)
  return { path, title, markdown }
}

async function markdownOf(path: string, language: Language, facts: Facts): Promise<string | undefined> {
  if (path === '') return firstPage(language, facts)
  if (isGuide(path)) return guideMarkdown(path, language, facts)
  if (path === 'errors') return errorsMarkdown(language)
  const code = /^errors\/(\w+)$/.exec(path)?.[1] ?? ''
  return isErrorCode(code) ? errorMarkdown(code, language) : undefined
}

function firstPage(language: Language, facts: Facts): string {
  const t = translatorOf(language, 'developers')
  const link = (path: string, title: string, text: string) => `- [${title}](${addressOf(path)}): ${text}`
  return [
    `# ${t('title')}`,
    t('lead'),
    `## ${t('guides')}`,
    guides.map((guide) => link(guide, t(`pages.${guide}.title`), t(`pages.${guide}.text`))).join('\n'),
    `## ${t('reference')}`,
    [
      link('errors', t('errors.title'), t('errors.text')),
      `- [OpenAPI 3.1](${facts.apiUrl}/api/v1/openapi.json): ${t('openapi')}`,
    ].join('\n'),
    `## ${t('rules')}`,
    (['server', 'keys', 'privacy'] as const).map((rule) => `- ${t(`ruleTexts.${rule}`)}`).join('\n'),
  ].join('\n\n')
}

/** `/llms.txt` (llmstxt.org): what there is to read, each by the address of its Markdown. */
export function indexForMachines(language: Language, facts: Facts): string {
  const t = translatorOf(language, 'developers')
  const line = (path: string, title: string, text?: string) =>
    `- [${title}](${facts.officeUrl}${addressOf(path)}.md)${text === undefined ? '' : `: ${text}`}`
  return [
    '# Aliado',
    `> ${t('lead')}`,
    (['server', 'keys', 'privacy'] as const).map((rule) => `- ${t(`ruleTexts.${rule}`)}`).join('\n'),
    `## ${t('guides')}`,
    guides.map((guide) => line(guide, t(`pages.${guide}.title`), t(`pages.${guide}.text`))).join('\n'),
    `## ${t('reference')}`,
    [
      `- [OpenAPI 3.1](${facts.apiUrl}/api/v1/openapi.json): ${t('openapi')}`,
      line('errors', t('errors.title'), t('errors.text')),
      ...errorCodes.map((code) => line(`errors/${code}`, code)),
    ].join('\n'),
    '',
  ].join('\n\n')
}

/** `/llms-full.txt`: all pages in one. */
export async function allForMachines(language: Language, facts: Facts): Promise<string> {
  const pages = await Promise.all(developerPaths.map((path) => markdownOf(path, language, facts)))
  return `${pages.join('\n\n---\n\n')}\n`
}
