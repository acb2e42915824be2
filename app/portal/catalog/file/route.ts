import { articleFilterOf, articlesPath } from '@/lib/catalog/articles'
import { exportArticles } from '@/lib/catalog/list-articles'
import { localDayOf } from '@/lib/language/days'
import { officeFile } from '@/lib/web/download'
import { pageLanguage } from '@/lib/web/language'
import { merchantSections } from '@/lib/web/merchant-office'
import { translations } from '@/lib/web/translations'
import { fileColumnsOf } from '../article-columns'

/** The articles that the list shows, all its pages together, as a file that can be changed and imported again. */
export const GET = officeFile(merchantSections.catalog, async (ctx, asked) => {
  const t = await translations('catalog')
  const filter = articleFilterOf(asked)
  return {
    name: [t('file.name'), ctx.session.membership?.name ?? '', localDayOf(new Date())],
    sheet: t('file.sheet'),
    columns: fileColumnsOf(await pageLanguage()),
    batches: exportArticles(ctx, filter),
    listPath: articlesPath(filter),
  }
})
