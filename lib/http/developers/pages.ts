import { openApiDocument } from '@/lib/http/openapi/document'
import type { Language } from '@/lib/language/language'
import { translatorOf } from '@/lib/messages/translator'
import { changeMarkdown, changePaths, changes, changesMarkdown } from './changes'
import { errorCodes, errorMarkdown, errorsMarkdown, isErrorCode } from './errors'
import { type Facts, factsOf } from './facts'
import { guideMarkdown, guides, isGuide } from './guides'
import { type Document, operationIds, operationMarkdown, operationTitle, referenceMarkdown } from './reference'

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
  'reference',
  ...operationIds.map((id) => `reference/${id}`),
  'errors',
  ...errorCodes.map((code) => `errors/${code}`),
  'changes',
  ...changePaths,
]

/** What an installation publishes: its facts, and its API. */
export type Publication = { readonly facts: Facts; readonly document: Document }

type Publisher = Parameters<typeof factsOf>[0] & Parameters<typeof openApiDocument>[0]

/** Made once: the environment of a process does not change. */
const publications = new WeakMap<object, Publication>()

/** As it is served, in JSON. */
const documentOf = (env: Publisher): Document => JSON.parse(JSON.stringify(openApiDocument(env)))

export function publicationOf(env: Publisher): Publication {
  const publication = publications.get(env) ?? { facts: factsOf(env), document: documentOf(env) }
  publications.set(env, publication)
  return publication
}

export const addressOf = (path: string): string => (path === '' ? '/developers' : `/developers/${path}`)

/** The page of that path; undefined where there is none. */
export async function findDeveloperPage(
  path: string,
  language: Language,
  published: Publication,
): Promise<DeveloperPage | undefined> {
  const markdown = await markdownOf(path, language, published)
  if (markdown === undefined) return undefined
  const [, title] = /^# (.+)$/m.exec(markdown) ?? []
  if (title === undefined) throw new Error(`the page ${path} has no title`)
  return { path, title, markdown }
}

async function markdownOf(
  path: string,
  language: Language,
  { facts, document }: Publication,
): Promise<string | undefined> {
  if (path === '') return firstPage(language, facts)
  if (isGuide(path)) return guideMarkdown(path, language, facts)
  if (path === 'reference') return referenceMarkdown(language, facts.apiUrl)
  if (path === 'errors') return errorsMarkdown(language)
  if (path === 'changes') return changesMarkdown(language, facts)
  const [, part, name = ''] = /^(reference|errors|changes)\/([\w-]+)$/.exec(path) ?? []
  if (part === 'changes') return changeMarkdown(name, language)
  if (part === 'reference') return operationMarkdown(name, document, language)
  return part === 'errors' && isErrorCode(name) ? errorMarkdown(name, language) : undefined
}

function firstPage(language: Language, facts: Facts): string {
  const t = translatorOf(language, 'developers')
  const link = (path: string, title: string, text: string) => `- [${title}](${addressOf(path)}): ${text}`
  return [
    `# ${t('title')}`,
    t('lead'),
    `## ${t('guides')}`,
    guides.map((guide) => link(guide, t(`pages.${guide}.title`), t(`pages.${guide}.text`))).join('\n'),
    `## ${t('referenceTitle')}`,
    [
      link('reference', t('reference.title'), t('reference.text')),
      link('errors', t('errors.title'), t('errors.text')),
      link('changes', t('changes.title'), t('changes.text')),
      `- [OpenAPI 3.1](${facts.apiUrl}/api/v1/openapi.json): ${t('openapi')}`,
    ].join('\n'),
    `## ${t('rules')}`,
    (['server', 'keys', 'privacy'] as const).map((rule) => `- ${t(`ruleTexts.${rule}`)}`).join('\n'),
  ].join('\n\n')
}

/** `/llms.txt` (llmstxt.org): what there is to read, each by the address of its Markdown. */
export function indexForMachines(language: Language, { facts }: Publication): string {
  const t = translatorOf(language, 'developers')
  const line = (path: string, title: string, text?: string) =>
    `- [${title}](${facts.officeUrl}${addressOf(path)}.md)${text === undefined ? '' : `: ${text}`}`
  return [
    '# Aliado',
    `> ${t('lead')}`,
    (['server', 'keys', 'privacy'] as const).map((rule) => `- ${t(`ruleTexts.${rule}`)}`).join('\n'),
    `## ${t('guides')}`,
    guides.map((guide) => line(guide, t(`pages.${guide}.title`), t(`pages.${guide}.text`))).join('\n'),
    `## ${t('referenceTitle')}`,
    [
      `- [OpenAPI 3.1](${facts.apiUrl}/api/v1/openapi.json): ${t('openapi')}`,
      line('reference', t('reference.title'), t('reference.text')),
      ...operationIds.map((id) => line(`reference/${id}`, operationTitle(id, language))),
      line('errors', t('errors.title'), t('errors.text')),
      ...errorCodes.map((code) => line(`errors/${code}`, code)),
      line('changes', t('changes.title'), t('changes.text')),
      ...changes.map(({ id, title }) => line(`changes/${id}`, title[language])),
    ].join('\n'),
    '',
  ].join('\n\n')
}

/** `/llms-full.txt`: all pages in one, without the history of each change. */
export async function allForMachines(language: Language, published: Publication): Promise<string> {
  const paths = developerPaths.filter((path) => !changePaths.includes(path))
  const pages = await Promise.all(paths.map((path) => markdownOf(path, language, published)))
  return `${pages.join('\n\n---\n\n')}\n`
}
