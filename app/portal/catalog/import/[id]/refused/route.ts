import { sentenceOf } from '@/app/_components/import/sentence-of'
import { type ArticleColumn, articleColumns } from '@/lib/catalog/lines'
import type { FileColumn } from '@/lib/files/columns'
import type { PlannedLine } from '@/lib/imports/plan'
import { officeFile } from '@/lib/web/download'
import { withFile } from '@/lib/web/file-pools'
import { idOf } from '@/lib/web/id-of'
import { pageLanguage } from '@/lib/web/language'
import { merchantSections } from '@/lib/web/merchant-office'
import { translations } from '@/lib/web/translations'

type Props = { params: Promise<{ id: string }> }

/** The lines that were refused, each with its reasons, as a file to correct and upload again. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { id } = await params
  return officeFile(merchantSections.catalog, async (ctx) => {
    const packed = await withFile('refusedArticles', ctx, { id: idOf(id) ?? 0 })
    const catalog = await translations('catalog')
    return {
      name: [catalog('file.name'), (await translations('imports'))('outcomes.refused')],
      sheet: catalog('file.sheet'),
      columns: await columns(),
      batches: unpacked(packed),
      listPath: `/portal/catalog/import/${id}`,
    }
  })(request)
}

async function columns(): Promise<FileColumn<PlannedLine>[]> {
  const t = await translations('imports')
  const language = await pageLanguage()
  const names = Object.keys(articleColumns) as ArticleColumn[]
  return [
    ...names.map(
      (name): FileColumn<PlannedLine> => ({
        header: articleColumns[name][language],
        kind: 'text',
        value: ({ cells }) => cells[name] ?? null,
      }),
    ),
    { header: t('line'), kind: 'number', value: ({ line }) => line },
    {
      header: t('downloadReason'),
      kind: 'text',
      value: ({ reasons }) => reasons.map((one) => sentenceOf(t, one)).join(' '),
    },
  ]
}

async function* unpacked(batches: readonly string[]): AsyncGenerator<readonly PlannedLine[]> {
  for (const batch of batches) yield JSON.parse(batch)
}
