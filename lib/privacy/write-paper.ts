import type { Content } from 'pdfmake'
import { broken, heading, right, table, writePaper } from '@/lib/files/paper'
import { formats } from '@/lib/language/formats'
import type { Language } from '@/lib/language/language'
import { translatorOf } from '@/lib/messages/translator'
import type { HeldOfPerson } from './show-held'

/** What a person is given: all that is held of them, with their identification. */
export type PersonData = HeldOfPerson & { readonly identification: string }

/** Rows of each kind on paper, the newest: the JSON file has all. */
const rowsMax = 500

/** What is held of a person, to be read by them. */
export function writePersonPaper(data: readonly PersonData[], at: Date, language: Language): Promise<Uint8Array> {
  const t = translatorOf(language, 'personPaper')
  const { amount, number, date, dateTime } = formats(language)
  const rowsOf = <Row>(
    title: string,
    rows: readonly Row[],
    widths: readonly (number | '*')[],
    heads: Parameters<typeof table>[1],
    cells: (row: Row) => Parameters<typeof table>[2][number],
  ): Content[] => [
    heading(`${title} (${number(rows.length)})`),
    rows.length === 0 ? t('none') : table(widths, heads, rows.slice(0, rowsMax).map(cells)),
    ...(rows.length > rowsMax ? [{ text: t('more', { max: number(rowsMax) }), bold: true }] : []),
  ]
  const content = data.flatMap((one, n): Content[] => [
    {
      text: t('title'),
      style: 'title',
      ...(n === 0 ? {} : { pageBreak: 'before' as const }),
    },
    { text: t('made', { when: dateTime(at) }), color: '#444444' },
    heading(one.companyName),
    table(
      [140, '*'],
      [],
      [
        [t('names'), one.name === null ? t('none') : `${one.name.firstName} ${one.name.lastName}`],
        [one.identificationType, one.identification],
        [t('email'), one.email ?? t('none')],
        [t('type'), one.type ?? t('none')],
        [t('state'), one.active ? t('active') : t('inactive')],
        [t('since'), date(one.createdAt)],
      ],
    ),
    ...rowsOf(
      t('consumptions'),
      one.consumptions,
      [92, '*', '*', 68, 68],
      [t('when'), t('where'), t('reference'), right(t('discount')), right(t('paid'))],
      (row) => [
        dateTime(row.consumptionDate),
        `${row.merchant}\n${row.branch ?? ''}`,
        broken(row.reference),
        right(amount(-row.discountCents)),
        right(amount(row.finalCents)),
      ],
    ),
    ...rowsOf(
      t('authorizations'),
      one.authorizations,
      [92, '*', '*', 68, 68],
      [t('when'), t('where'), t('reference'), t('state'), right(t('final'))],
      (row) => [
        dateTime(row.authorizedAt),
        `${row.merchant}\n${row.branch ?? ''}`,
        broken(row.reference),
        t(`statuses.${row.status}`),
        right(amount(row.finalCents)),
      ],
    ),
    ...rowsOf(t('mails'), one.mails, [92, '*'], [t('when'), t('address')], (row) => [dateTime(row.at), row.recipient]),
    ...rowsOf(t('invitations'), one.invitations, [92, '*'], [t('when'), t('address')], (row) => [
      dateTime(row.at),
      row.email,
    ]),
    ...rowsOf(t('sessions'), one.sessions, [92, 92, '*'], [t('when'), t('network'), t('browser')], (row) => [
      dateTime(row.at),
      row.address ?? t('none'),
      row.userAgent ?? t('none'),
    ]),
    ...rowsOf(t('events'), one.events, [92, '*'], [t('when'), t('what')], (row) => [dateTime(row.at), row.action]),
  ])
  return writePaper({
    size: 'letter',
    language,
    title: t('title'),
    foot: t('title'),
    pageOf: (page, pages) => t('page', { page, pages }),
    content,
  })
}
