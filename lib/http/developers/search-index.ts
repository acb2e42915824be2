import { lexer, type Token, type Tokens } from 'marked'
import type { Language } from '@/lib/language/language'
import type { Section } from '@/lib/search/sections'
import { anchorOf } from './anchor'
import { addressOf, developerPaths, findDeveloperPage, type Publication } from './pages'

/** Every part of every page, from the Markdown that the pages show: what a browser searches in by itself (ADR-0048). */
export async function searchIndex(language: Language, published: Publication): Promise<readonly Section[]> {
  const pages = await Promise.all(developerPaths.map((path) => findDeveloperPage(path, language, published)))
  return pages.flatMap((page) => (page === undefined ? [] : sectionsOf(page.path, page.markdown)))
}

/** A page by its headings. What stands before the second one belongs to the page itself. */
function sectionsOf(path: string, markdown: string): Section[] {
  const sections: { title: string; texts: string[] }[] = []
  for (const token of lexer(markdown)) {
    if (token.type === 'heading') sections.push({ title: plainOf([token]).trim(), texts: [] })
    // Samples are long and say little that words do not.
    else if (token.type !== 'code') sections.at(-1)?.texts.push(plainOf([token]))
  }
  const [first] = sections
  return sections.map(({ title, texts }, place) => ({
    href: place === 0 ? addressOf(path) : `${addressOf(path)}#${anchorOf(title)}`,
    page: first?.title ?? title,
    title,
    text: texts.join(' ').replace(/\s+/g, ' ').trim(),
  }))
}

/** The words of a text, without its marks. */
const plainOf = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table
        return [header, ...rows]
          .flat()
          .map((cell) => plainOf(cell.tokens))
          .join(' ')
      }
      if (token.type === 'list') {
        return (token as Tokens.List).items.map((item) => plainOf(item.tokens)).join(' ')
      }
      if ('tokens' in token && token.tokens !== undefined) return plainOf(token.tokens)
      return 'text' in token ? String(token.text) : ' '
    })
    .join('')
