import { identificationSchema } from '@/lib/collaborators/drafts'
import { wholeText } from '@/lib/kernel/address'

/** The most results of a kind that a search shows; what has more is led to its list. */
export const hitsMax = 5

const text = wholeText(100)

/** The text that is searched for; undefined for what is nobody's name, code or reference: one letter, or too many. */
export function searchedOf(sent: string): string | undefined {
  const trimmed = sent.trim()
  return trimmed.length < 2 ? undefined : text.read(trimmed)
}

/** The identification that somebody may have typed, as it is kept (D23); a text without a digit is a name. */
export function identificationOf(searched: string): string | undefined {
  const { data } = identificationSchema.safeParse(searched)
  return data !== undefined && /\d/.test(data) ? data : undefined
}

/** The number that somebody may have typed, alone or as `#7` or `n.º 7`. */
export function numberOf(searched: string): number | undefined {
  const [, digits] = /^(?:#|n\.?\s?º|no\.)?\s?(\d{1,9})$/i.exec(searched) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** Results of one kind, and whether there are others. */
export type Found<Hit> = { readonly hits: readonly Hit[]; readonly more: boolean }

export const none: Found<never> = { hits: [], more: false }

/** The first results of a query that was asked for one more than is shown. */
export const firstOf = <Hit>(rows: readonly Hit[]): Found<Hit> => ({
  hits: rows.slice(0, hitsMax),
  more: rows.length > hitsMax,
})

/** A result as the dialog shows it, in the reader's words. */
export type SearchHit = { readonly href: string; readonly title: string; readonly detail: string }

/** Results of one kind, under its name. */
export type SearchGroup = { readonly key: string; readonly label: string; readonly hits: readonly SearchHit[] }
