import { TriangleAlert } from 'lucide-react'
import { PageTurns } from '@/app/_components/list/page-turns'
import { Badge, type Tone } from '@/components/ui/badge'
import { Notice } from '@/components/ui/notice'
import { type Column, Table } from '@/components/ui/table'
import { LinkTabs } from '@/components/ui/tabs'
import { type Outcome, outcomes, type PlannedLine } from '@/lib/imports/plan'
import { type ImportView, type PreviewFilter, previewPath } from '@/lib/imports/preview'
import { pageFormats, translations } from '@/lib/web/translations'
import { sentenceOf, type Words } from './sentence-of'

type Props = {
  plan: ImportView
  /** The address of the preview, without its query. */
  base: string
  filter: PreviewFilter
  caption: string
  /** The columns of this kind of import, with their names in the reader's language; the first one names the line. */
  columns: readonly { readonly name: string; readonly label: string }[]
}

const tones: Readonly<Record<Outcome, Tone>> = { added: 'good', changed: 'info', same: 'neutral', refused: 'danger' }

/** What a file would change, line by line: how many lines have each outcome, and the lines of one outcome, a page at a time. */
export async function ImportPreview({ plan, base, filter, caption, columns }: Props) {
  const t = await translations('imports')
  const { number } = await pageFormats()
  const { page, previous, next } = plan
  const tab = (show: PreviewFilter['show'], label: string, count: number) => ({
    href: previewPath(base, show),
    current: filter.show === show,
    label: (
      <>
        {label} <span className="font-normal text-muted tabular-nums">{number(count)}</span>
      </>
    ),
  })
  const sorts = outcomes.filter((outcome) => plan.counts[outcome] > 0)
  return (
    <>
      {plan.unused.length === 0 ? null : <Notice>{t('unused', { columns: plan.unused.join(', ') })}</Notice>}
      <LinkTabs
        label={t('show')}
        tabs={[
          tab(undefined, t('all'), plan.linesInAll),
          ...sorts.map((outcome) => tab(outcome, t(`outcomes.${outcome}`), plan.counts[outcome])),
          ...(plan.counts.warned > 0 ? [tab('warned', t('warned'), plan.counts.warned)] : []),
        ]}
      />
      {page.length === 0 ? (
        <p className="text-sm text-muted">{t('noLines')}</p>
      ) : (
        <Table caption={caption} rows={page} rowKey={({ line }) => line} columns={await columnsOf(columns)} />
      )}
      <PageTurns
        previous={previous === undefined ? undefined : previewPath(base, filter.show, previous)}
        next={next === undefined ? undefined : previewPath(base, filter.show, next)}
      />
    </>
  )
}

async function columnsOf(columns: Props['columns']): Promise<Column<PlannedLine>[]> {
  const t = await translations('imports')
  const { number } = await pageFormats()
  return [
    { key: 'line', label: t('line'), align: 'right', cell: ({ line }) => number(line), className: 'sm:w-16' },
    ...columns.map(
      ({ name, label }, at): Column<PlannedLine> => ({
        key: name,
        label,
        ...(at === 0 ? { heading: true } : {}),
        cell: ({ cells, before }) => <Said text={cells[name]} before={before?.[name]} words={t} />,
        className: 'break-words',
      }),
    ),
    {
      key: 'what',
      label: t('what'),
      cell: (line) => <Becomes line={line} words={t} />,
      className: 'sm:min-w-40',
    },
  ]
}

function Said({ text, before, words: t }: { text: string | undefined; before: string | undefined; words: Words }) {
  const said = text?.trim() ?? ''
  return (
    <>
      {said === '' ? (
        <span className="font-normal text-muted">{text === undefined ? '—' : t('emptyCell')}</span>
      ) : (
        <span className="line-clamp-3 whitespace-pre-wrap">{said}</span>
      )}
      {before === undefined ? null : (
        <span className="mt-0.5 block text-xs font-normal text-muted">
          {before === '' ? t('beforeEmpty') : t('before', { text: before })}
        </span>
      )}
    </>
  )
}

function Becomes({ line, words: t }: { line: PlannedLine; words: Words }) {
  return (
    <div className="flex flex-col items-start gap-1 max-sm:items-end">
      <Badge tone={tones[line.outcome]}>{t(`outcome.${line.outcome}`)}</Badge>
      {line.reasons.map((note) => (
        <span key={note.code} className="text-xs text-pretty text-muted">
          {sentenceOf(t, note)}
        </span>
      ))}
      {line.warnings.map((note) => (
        <span key={note.code} className="flex items-start gap-1 text-xs text-pretty text-warning max-sm:text-right">
          <TriangleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
          {sentenceOf(t, note)}
        </span>
      ))}
    </div>
  )
}
