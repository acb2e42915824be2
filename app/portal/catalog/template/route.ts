import { articlesBase } from '@/lib/catalog/articles'
import { officeFile } from '@/lib/web/download'
import { pageLanguage } from '@/lib/web/language'
import { merchantSections } from '@/lib/web/merchant-office'
import { translations } from '@/lib/web/translations'
import { fileColumnsOf } from '../article-columns'

const examples = {
  es: [
    { sku: 'AGUA-600', name: 'Agua 600 ml', categoryName: 'Bebidas' },
    { sku: '0074500', name: 'Pan de agua', categoryName: 'Panadería' },
    { sku: '7461234567890', name: 'Café molido 1 lb', categoryName: null },
  ],
  en: [
    { sku: 'WATER-600', name: 'Water 600 ml', categoryName: 'Drinks' },
    { sku: '0074500', name: 'Bread roll', categoryName: 'Bakery' },
    { sku: '7461234567890', name: 'Ground coffee 1 lb', categoryName: null },
  ],
}

async function* once<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}

/** A file of articles to fill in, with a few as examples. */
export const GET = officeFile(merchantSections.catalog, async () => {
  const t = await translations('catalog')
  const language = await pageLanguage()
  return {
    name: [t('file.template')],
    sheet: t('file.sheet'),
    columns: fileColumnsOf(language),
    batches: once(examples[language]),
    listPath: articlesBase,
  }
})
