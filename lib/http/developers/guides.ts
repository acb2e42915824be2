import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '@/lib/language/language'
import { type Facts, withFacts } from './facts'
import { guideTables } from './guide-tables'
import { withSnippets } from './snippets'

/** The guides, in the order in which they are read. Each is `docs/developers/LANGUAGE/NAME.md`. */
export const guides = [
  'start',
  'till',
  'authentication',
  'retries',
  'clients',
  'expiry',
  'amounts',
  'offline',
  'limits',
  'privacy',
  'test-environment',
  'identities',
  'certification',
  'going-live',
  'versioning',
] as const
export type Guide = (typeof guides)[number]

export const isGuide = (name: string): name is Guide => guides.some((guide) => guide === name)

/** The Markdown of a guide, with the facts of this installation, and the tables and calls that are made. */
export async function guideMarkdown(guide: Guide, language: Language, facts: Facts): Promise<string> {
  const path = join(/* turbopackIgnore: true */ process.cwd(), 'docs/developers', language, `${guide}.md`)
  const text = withFacts(await readFile(path, 'utf8'), { ...facts, ...guideTables(language) })
  return withSnippets(text, language)
}
