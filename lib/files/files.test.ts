import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { assert } from '@/lib/kernel/assert'
import { centsOfNumeric } from '@/lib/kernel/money'
import { type FileColumn, fileNameOf } from './columns'
import { plainText, safeText } from './formula'
import { writeCsv } from './write-csv'
import { excelRowsMax, writeExcel } from './write-excel'

type Row = { text: string | null; cents: bigint | null; count: number | null; at: Date | null }

const columns: readonly FileColumn<Row>[] = [
  { header: 'Texto', kind: 'text', value: (row) => row.text },
  { header: 'Monto', kind: 'amount', value: (row) => row.cents },
  { header: 'Cantidad', kind: 'number', value: (row) => row.count },
  { header: 'Hora', kind: 'instant', value: (row) => row.at },
]

const row = (part: Partial<Row>): Row => ({ text: null, cents: null, count: null, at: null, ...part })

async function* inBatches(rows: readonly Row[], size = 7) {
  for (let i = 0; i < rows.length; i += size) yield rows.slice(i, i + size)
}

const csvOf = async (rows: readonly Row[]) => {
  let text = ''
  for await (const chunk of writeCsv(columns, inBatches(rows))) text += chunk
  return text
}

const recordsOf = (text: string) => parse(text, { bom: true }) as string[][]

describe('a CSV file', () => {
  it('begins with a byte order mark and its headings, also without a row', async () => {
    expect(await csvOf([])).toBe('\ufeffTexto,Monto,Cantidad,Hora\r\n')
  })

  it('has amounts with a decimal point, numbers as they are, and the time of Santo Domingo', async () => {
    const text = await csvOf([row({ cents: -123456789n, count: 12, at: new Date('2026-11-21T02:30:05.999Z') })])
    expect(text.split('\r\n')[1]).toBe(',-1234567.89,12,2026-11-20 22:30:05')
  })

  it('holds no text that a spreadsheet takes for a formula (OWASP, CSV Injection)', async () => {
    const formulas = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\n=1',
      '＝1',
      '=HYPERLINK("http://evil")',
      '=1;=2',
    ]
    const records = recordsOf(await csvOf(formulas.map((text) => row({ text }))))
    expect(records.slice(1).map(([text]) => text)).toEqual(formulas.map((text) => `'${text}`))
    expect(formulas.map((text) => plainText(safeText(text)))).toEqual(formulas)
  })

  it('gives back every text and the sum of every amount to the cent', async () => {
    const rows = fc.array(
      fc.record({
        text: fc.string({ unit: 'grapheme', minLength: 1 }),
        cents: fc.bigInt({ min: -99_999_999_999n, max: 99_999_999_999n }),
      }),
      { maxLength: 30 },
    )
    await fc.assert(
      fc.asyncProperty(rows, async (drawn) => {
        const records = recordsOf(await csvOf(drawn.map(row))).slice(1)
        expect(records.map(([text = '']) => text)).toEqual(drawn.map(({ text }) => safeText(text)))
        const sum = records.reduce((total, [, amount = '']) => total + centsOfNumeric(amount), 0n)
        expect(sum).toBe(drawn.reduce((total, { cents }) => total + cents, 0n))
      }),
    )
  })

  it('reads no further than it is read, and ends its reading with it', async () => {
    let read = 0
    let ended = false
    const endless = async function* () {
      try {
        for (;;) {
          read += 1
          yield [row({ text: 'x' })]
        }
      } finally {
        ended = true
      }
    }
    const chunks = writeCsv(columns, endless())
    await chunks.next()
    await chunks.next()
    expect(read).toBe(1)
    await chunks.return(undefined)
    expect(ended).toBe(true)
  })
})

describe('an Excel file', () => {
  it('has texts as texts, amounts as numbers, and the time of Santo Domingo', async () => {
    const at = new Date('2026-11-21T02:30:05Z')
    const file = await writeExcel(
      'Consumos / día',
      columns,
      inBatches([row({ text: '=1+1', cents: 123_456_789n, count: 3, at })]),
    )
    assert(file, 'there is a file')
    const sheet = await readSheet(file)
    expect(sheet[0]).toEqual(['Texto', 'Monto', 'Cantidad', 'Hora'])
    expect(sheet[1]).toEqual(['=1+1', 1_234_567.89, 3, new Date('2026-11-20T22:30:05Z')])
  })

  it('holds texts that are names of every object', async () => {
    const names = ['constructor', 'toString', '__proto__', 'valueOf', 'constructor']
    const file = await writeExcel('x', columns, inBatches(names.map((text) => row({ text }))))
    assert(file, 'there is a file')
    expect((await readSheet(file)).slice(1).map(([text]) => String(text).trim())).toEqual(names)
  })

  it('is not made of more rows than one can hold, whatever comes after them', async () => {
    const endless = async function* () {
      const batch = Array.from({ length: 5_000 }, () => row({}))
      for (;;) yield batch
    }
    expect(await writeExcel('x', columns, endless())).toBeUndefined()
    expect(excelRowsMax).toBeGreaterThanOrEqual(10_000)
  })
})

describe('the name of a file', () => {
  it('has only letters, digits and hyphens, whatever a merchant is called', () => {
    expect(fileNameOf('Consumos', 'Café "El Ñame"; rm -rf', '2026-11-21')).toBe(
      'consumos-cafe-el-name-rm-rf-2026-11-21',
    )
    expect(fileNameOf('../..', '中文')).toBe('aliado')
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => /^[a-z0-9-]+$/.test(fileNameOf(text))))
  })
})
