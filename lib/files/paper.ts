import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import pdfmake, { type Content, type TableCell } from 'pdfmake'
import type { Language } from '@/lib/language/language'

/** What PDFs have in common. Writing one takes a second of a processor for each thousand rows. */

/** Names are written in whatever letters, which the fonts that PDF readers have lack. */
const fontFolder = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts/Roboto')
const roboto = {
  normal: join(fontFolder, 'Roboto-Regular.ttf'),
  bold: join(fontFolder, 'Roboto-Medium.ttf'),
}

const sizes = { letter: 'LETTER', a4: 'A4' } as const

/** In points. */
const margin = 40

export type PaperFile = {
  readonly size: keyof typeof sizes
  readonly language: Language
  readonly title: string
  /** What stands on the left of each sheet's foot, and the words for its number. */
  readonly foot: string
  readonly pageOf: (page: string, pages: string) => string
  readonly content: Content[]
}

export async function writePaper({ size, language, title, foot, pageOf, content }: PaperFile): Promise<Uint8Array> {
  pdfmake.setFonts({ Roboto: roboto })
  // It reads the fonts that come with it, and no address at all.
  pdfmake.setLocalAccessPolicy((path) => Object.values(roboto).includes(path))
  pdfmake.setUrlAccessPolicy(() => false)
  const document = pdfmake.createPdf({
    pageSize: sizes[size],
    pageMargins: [margin, margin, margin, margin + 14],
    info: { title, creator: 'Aliado' },
    language,
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.15 },
    styles: { title: { fontSize: 16, bold: true }, heading: { fontSize: 11, bold: true } },
    footer: (page: number, pages: number): Content => ({
      columns: [
        { text: foot, width: '*' },
        { text: pageOf(String(page), String(pages)), width: 'auto' },
      ],
      margin: [margin, 8, margin, 0],
      fontSize: 8,
      color: '#444444',
    }),
    content,
  })
  return new Uint8Array(await document.getBuffer())
}

export const right = (text: string) => ({ text, alignment: 'right' as const, noWrap: true })

/** A reference may be one long word, which would widen its column. */
export const broken = (text: string) => text.replace(/(\S{14})(?=\S)/g, '$1\u200b')

export const heading = (text: string): Content => ({ text, style: 'heading', margin: [0, 14, 0, 4] })

type Head = string | ReturnType<typeof right>

const bold = (head: Head): TableCell =>
  typeof head === 'string' ? { text: head, bold: true } : { ...head, bold: true }

/** Rows below heads that are repeated on every sheet; without heads when there are none. */
export const table = (
  widths: readonly (number | '*')[],
  heads: readonly Head[],
  rows: readonly (readonly TableCell[])[],
): Content => ({
  table: {
    headerRows: heads.length > 0 ? 1 : 0,
    dontBreakRows: true,
    widths: [...widths],
    body: [...(heads.length > 0 ? [heads.map(bold)] : []), ...rows.map((row) => [...row])],
  },
  layout: 'lightHorizontalLines',
})
