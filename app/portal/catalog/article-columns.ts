import type { ArticleRecord } from '@/db/queries/offices/articles'
import { articleColumns } from '@/lib/catalog/lines'
import type { FileColumn } from '@/lib/files/columns'
import type { Language } from '@/lib/language/language'

/** The columns of a file of articles, with the names by which an import recognizes them. */
export const fileColumnsOf = (
  language: Language,
): FileColumn<Pick<ArticleRecord, 'sku' | 'name' | 'categoryName'>>[] => [
  { header: articleColumns.sku[language], kind: 'text', value: ({ sku }) => sku },
  { header: articleColumns.name[language], kind: 'text', value: ({ name }) => name },
  { header: articleColumns.category[language], kind: 'text', value: ({ categoryName }) => categoryName },
]
