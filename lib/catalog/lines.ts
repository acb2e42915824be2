import type { Columns } from '@/lib/files/table'
import { type Note, type PlannedLine, type ReadLine, refused, refuseRepeats, type Said } from '@/lib/imports/plan'
import { foldName } from '@/lib/kernel/names'
import { articleName, categoryName, foldSku, skuSchema } from './drafts'

export const articleColumns = {
  sku: {
    es: 'SKU',
    en: 'SKU',
    also: ['Código', 'Código de artículo', 'Code', 'Item code', 'Referencia'],
    required: true,
  },
  name: {
    es: 'Nombre',
    en: 'Name',
    also: ['Artículo', 'Article', 'Producto', 'Product', 'Descripción', 'Description'],
    required: true,
  },
  category: { es: 'Categoría', en: 'Category', also: ['Departamento', 'Department', 'Familia', 'Family'] },
} as const satisfies Columns<string>

export type ArticleColumn = keyof typeof articleColumns

/** What a line says of an article: `category` is '' for none, and undefined when the file has no such column. */
export type ArticleOfLine = { readonly sku: string; readonly name: string; readonly category: string | undefined }

export type KnownCatalog = {
  readonly articles: ReadonlyMap<
    string,
    { readonly id: number; readonly name: string; readonly categoryName: string | null }
  >
  /** By folded name. */
  readonly categories: ReadonlyMap<string, { readonly id: number; readonly name: string }>
  /** SKUs of other articles, by their folded form (`foldSku`). */
  readonly alike: ReadonlyMap<string, string>
}

export type PlannedArticle = PlannedLine<ArticleOfLine>

/** How a spreadsheet shows, and saves, a long number. */
const scientific = /^\d(?:[.,]\d+)?E[+]?\d{1,3}$/i

/** Reads one line, without regard to the others. */
export function readArticle(
  cells: Said<ArticleColumn>,
): { row: ArticleOfLine; warnings: Note[] } | { reasons: readonly Note[] } {
  const sku = skuSchema.safeParse(cells.sku ?? '')
  const name = articleName.safeParse(cells.name ?? '')
  const said = cells.category?.trim() ?? ''
  const category = said === '' ? { success: true as const, data: said } : categoryName.safeParse(said)
  const reasons: Note[] = []
  if (!sku.success) reasons.push({ code: codeOf(sku.error), column: 'sku' })
  if (!name.success) reasons.push({ code: codeOf(name.error), column: 'name' })
  if (!category.success) reasons.push({ code: codeOf(category.error), column: 'category' })
  if (!sku.success || !name.success || !category.success) return { reasons }
  const warnings = scientific.test(sku.data) ? [{ code: 'sku_scientific', column: 'sku' }] : []
  const row = { sku: sku.data, name: name.data, category: cells.category === undefined ? undefined : category.data }
  return { row, warnings }
}

const codeOf = (error: { readonly issues: readonly { readonly message: string }[] }): string =>
  error.issues[0]?.message ?? 'invalid_input'

/** What each line does, given the other lines and the current catalogue. */
export function planArticles(
  lines: readonly ReadLine<ArticleColumn, ArticleOfLine>[],
  known: KnownCatalog,
): PlannedArticle[] {
  const single = refuseRepeats(
    lines,
    ({ sku }) => sku,
    ({ name, category }) => JSON.stringify([name, category === undefined ? null : foldName(category)]),
  )
  const firstOfFold = new Map<string, { line: number; sku: string }>()
  for (const { line, row } of single) {
    if (row && !firstOfFold.has(foldSku(row.sku))) firstOfFold.set(foldSku(row.sku), { line, sku: row.sku })
  }
  return single.map((read) => {
    const { row, ...rest } = read
    if (!row) return refused(read)
    const planned = { ...rest, row, ...changeOf(row, known) }
    if (planned.outcome !== 'added') return planned
    return { ...planned, warnings: [...read.warnings, ...alikeOf(row.sku, firstOfFold, known)] }
  })
}

function changeOf(row: ArticleOfLine, known: KnownCatalog): Pick<PlannedArticle, 'outcome' | 'before'> {
  const article = known.articles.get(row.sku)
  if (!article) return { outcome: 'added' }
  const category = article.categoryName ?? ''
  const before = {
    ...(article.name === row.name ? {} : { name: article.name }),
    ...(row.category === undefined || foldName(category) === foldName(row.category) ? {} : { category }),
  }
  return Object.keys(before).length === 0 ? { outcome: 'same' } : { outcome: 'changed', before }
}

function alikeOf(
  sku: string,
  firstOfFold: ReadonlyMap<string, { line: number; sku: string }>,
  { alike }: KnownCatalog,
): Note[] {
  const folded = foldSku(sku)
  const stands = alike.get(folded)
  if (stands !== undefined) return [{ code: 'sku_alike', column: 'sku', values: { sku: stands } }]
  const first = firstOfFold.get(folded)
  if (!first || first.sku === sku) return []
  return [{ code: 'sku_alike_in_file', column: 'sku', values: { sku: first.sku, line: first.line } }]
}

/** The categories that lines name and the merchant does not have, spelled as in the first line that names them. */
export function newCategories(lines: readonly PlannedArticle[], { categories }: KnownCatalog): string[] {
  const names = new Map<string, string>()
  for (const { outcome, row, before } of lines) {
    const isNamed = outcome === 'added' || (outcome === 'changed' && before && 'category' in before)
    if (!isNamed || !row?.category) continue
    const folded = foldName(row.category)
    if (!categories.has(folded) && !names.has(folded)) names.set(folded, row.category)
  }
  return [...names.values()]
}
