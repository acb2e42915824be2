/** A part of a document that can be searched: a heading and what stands below it. */
export type Section = {
  readonly href: string
  /** Of the page, and of the section; the same where a page begins. */
  readonly page: string
  readonly title: string
  readonly text: string
}

/** Above what words within a title can have. */
const wholeTitleWeight = 1_000

/** The most sections that a search shows. */
const sectionsMax = 20

/** Without accents and case. A letter stays one letter, so that places in it are places in the text. */
export const folded = (text: string): string =>
  text.replace(/[\u00c0-\u024f]/g, (letter) => letter.normalize('NFD')[0] ?? letter).toLowerCase()

export const wordsOf = (text: string): string[] => folded(text).split(/\s+/).filter(Boolean)

/** A word begins where no letter or digit is before it: `expired` is found in `authorization_expired`. */
const beginsIn = (word: string): RegExp =>
  new RegExp(`(?<![a-z0-9])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, 'u')

/**
 * The sections in which every word of a text begins some word, those first that have them in their titles; of equal ones, in the order
 * of the documents.
 */
export function findSections(sections: readonly Section[], text: string): readonly Section[] {
  const words = wordsOf(text).map(beginsIn)
  if (words.length === 0) return []
  const whole = folded(text).trim()
  const weightFor = (section: Section) =>
    weightOf(section, words) + (folded(section.title) === whole ? wholeTitleWeight : 0)
  return sections
    .map((section) => ({ section, weight: weightFor(section) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, sectionsMax)
    .map(({ section }) => section)
}

/** 0 where a word is missing. */
function weightOf({ page, title, text }: Section, words: readonly RegExp[]): number {
  let sum = 0
  for (const word of words) {
    const weight =
      (page === title ? 2 : 1) * (word.test(folded(title)) ? 8 : 0) +
      (word.test(folded(page)) ? 2 : 0) +
      (word.test(folded(text)) ? 1 : 0)
    if (weight === 0) return 0
    sum += weight
  }
  return sum
}

const excerptLength = 90

/** What stands around the first word that was searched for; the beginning where the text has none of them. */
export function excerptOf({ text }: Pick<Section, 'text'>, searched: string): string {
  const plain = folded(text)
  const places = wordsOf(searched).map((word) => plain.search(beginsIn(word)))
  const first = Math.min(...places.filter((place) => place >= 0), text.length)
  if (first === text.length) return cut(text, 0)
  const from = first < excerptLength / 2 ? 0 : text.lastIndexOf(' ', first - excerptLength / 3) + 1
  return cut(text, from)
}

function cut(text: string, from: number): string {
  const part = text.slice(from, from + excerptLength)
  const isWhole = from + excerptLength >= text.length
  return `${from > 0 ? '…' : ''}${isWhole ? part : `${part.slice(0, part.lastIndexOf(' '))}…`}`
}
