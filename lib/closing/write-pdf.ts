import type { Content, TableCell } from 'pdfmake'
import type { OfficeContext } from '@/lib/context'
import { broken, heading, right, table, writePaper } from '@/lib/files/paper'
import { startOfDay } from '@/lib/language/days'
import { formats } from '@/lib/language/formats'
import type { Language } from '@/lib/language/language'
import { translatorOf } from '@/lib/messages/translator'
import type { Consumed, Paper } from './closed'
import { type ClosedSale, listClosed, showClosed } from './list-closings'
import { pdfRowsMax } from './reasons'

export type ClosingPdf = {
  readonly id: number
  /** The merchant's name. */
  readonly merchant: string
  readonly paper: Paper
  readonly language: Language
}

/** The file's name in parts, and its bytes. */
export type WrittenClosing = { readonly name: readonly string[]; readonly bytes: Uint8Array }

/** In points, a fixed width for each column of amounts, so that none is ever cut. */
const amountWidth = 78

/**
 * A closing on paper: its summary with the place to sign on the first sheet, its consumptions on those that follow, up to
 * `pdfRowsMax`. It takes a second of a processor for each thousand: for a file thread (ADR-0020). Throws `permission_missing`,
 * `not_found`.
 */
export async function writeClosingPdf(
  ctx: Pick<OfficeContext, 'db' | 'member'>,
  { id, merchant, paper, language }: ClosingPdf,
): Promise<WrittenClosing> {
  const { closed, differences, since } = await showClosed(ctx, id)
  const own = await listClosed(ctx, id, { late: false, limit: pdfRowsMax + 1 })
  const late = await listClosed(ctx, id, { late: true, limit: pdfRowsMax })
  const t = translatorOf(language, 'closing')
  const { amount, number, date, dateTime } = formats(language)
  const day = date(startOfDay(closed.day))
  const branch = closed.branch ?? t('noBranch')
  const outcome = (key: 'authorized' | 'expired' | 'released' | 'active') =>
    t('outcome', { count: closed[key].count, amount: amount(closed[key].discountCents) })

  const sums: readonly (readonly [string, Consumed])[] = [
    [t('closed.dayTotal'), closed.consumed],
    ...(closed.late.count === 0 ? [] : ([[t('closed.lateTotal'), closed.late]] as const)),
  ]
  const { comparison, reopened } = closed
  const saleColumns = [
    t('reference'),
    t('time'),
    t('collaborator'),
    right(t('purchase')),
    right(t('discount')),
    right(t('final')),
  ]
  const saleRow = (sale: ClosedSale): TableCell[] => [
    broken(sale.reference),
    dateTime(sale.registeredAt),
    `${sale.collaborator ?? t('erased')}\n${sale.company}`,
    right(amount(sale.purchaseCents)),
    right(amount(-sale.discountCents)),
    right(amount(sale.finalCents)),
  ]
  const saleWidths = ['*', 92, '*', 68, 62, 68] as const

  const content: Content[] = [
    { text: t('closed.title', { day }), style: 'title' },
    { text: t('closed.about', { merchant, branch }), bold: true },
    { text: t('closedOn', { who: closed.closedBy, when: dateTime(closed.closedAt) }), color: '#444444' },
    ...(reopened === undefined
      ? []
      : [
          {
            text: `${t('closed.reopenedTitle')}. ${t('closed.reopenedText', {
              who: reopened.by,
              when: dateTime(reopened.at),
              reason: reopened.reason,
            })}`,
            bold: true,
            margin: [0, 6, 0, 0] as [number, number, number, number],
          },
        ]),
    heading(t('closed.summary')),
    table(
      ['*', 60, amountWidth, amountWidth, amountWidth],
      ['', right(t('count')), right(t('purchase')), right(t('discount')), right(t('final'))],
      sums.map(([name, sum]) => [
        name,
        right(number(sum.count)),
        right(amount(sum.purchaseCents)),
        right(amount(-sum.discountCents)),
        { ...right(amount(sum.finalCents)), bold: true },
      ]),
    ),
    heading(t('closed.authorizations')),
    table(
      ['*', '*'],
      [],
      (['authorized', 'expired', 'released', 'active'] as const).map((key) => [t(key), right(outcome(key))]),
    ),
    heading(t('closed.comparison')),
    comparison === undefined
      ? t('closed.notCompared')
      : table(
          ['*', '*'],
          [],
          [
            [t('compare.ours'), right(amount(comparison.oursCents))],
            [t('compare.theirs'), right(amount(comparison.theirsCents))],
            [t('compare.difference'), right(amount(comparison.oursCents - comparison.theirsCents))],
            [t('closed.equal'), right(number(comparison.equal))],
            [t('closed.different'), right(number(comparison.different))],
          ],
        ),
    {
      columns: [t('signature'), t('reviewed')].map((text) => ({
        stack: [
          { canvas: [{ type: 'line' as const, x1: 0, y1: 0, x2: 200, y2: 0, lineWidth: 0.7 }] },
          { text, margin: [0, 4, 0, 0] as [number, number, number, number], color: '#444444' },
        ],
      })),
      margin: [0, 60, 0, 0],
      unbreakable: true,
    },
    ...section(t('closed.differences'), differences.length, () =>
      table(
        ['*', amountWidth, amountWidth, '*'],
        [t('reference'), right(t('compare.ours')), right(t('compare.theirs')), t('close.reason')],
        differences.map(({ reference, oursCents, theirsCents, reason, note }) => [
          broken(reference),
          right(oursCents === null ? t('compare.missing') : amount(oursCents)),
          right(theirsCents === null ? t('compare.missing') : amount(theirsCents)),
          note === null ? t(`reasons.${reason}`) : `${t(`reasons.${reason}`)}\n${note}`,
        ]),
      ),
    ),
    ...section(t('closed.lateOnPaper'), late.length, () =>
      table(
        saleWidths,
        saleColumns,
        late.map((sale) => {
          const [reference, ...cells] = saleRow(sale)
          const of = t('lateOf', { day: date(startOfDay(sale.lateOf ?? closed.day)) })
          return [{ stack: [reference, { text: of, fontSize: 7, color: '#444444' }] } as TableCell, ...cells]
        }),
      ),
    ),
    ...section(t('closed.since'), since.length, () =>
      table(
        saleWidths,
        saleColumns,
        since.map((sale) => saleRow({ ...sale, id: 0, lateOf: null })),
      ),
    ),
    ...section(t('closed.detailOnPaper'), own.length, () =>
      table(saleWidths, saleColumns, own.slice(0, pdfRowsMax).map(saleRow)),
    ),
    ...(own.length > pdfRowsMax ? [{ text: t('closed.more', { max: number(pdfRowsMax) }), bold: true }] : []),
  ]
  const bytes = await writePaper({
    size: paper,
    language,
    title: `${t('closed.title', { day })} · ${merchant} · ${branch}`,
    foot: `${merchant} · ${branch} · ${day}`,
    pageOf: (page, pages) => t('closed.page', { page, pages }),
    content,
  })
  return { name: [t('closed.fileName'), merchant, branch, closed.day], bytes }
}

/** A part of the detail, on a sheet of its own when it has rows. */
const section = (title: string, rows: number, body: () => Content): Content[] =>
  rows === 0 ? [] : [{ text: title, style: 'heading', pageBreak: 'before', margin: [0, 0, 0, 4] }, body()]
