import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { bomb } from '@/e2e/fixtures/worst-files'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { fileLimits } from './limits'
import { readTable } from './read-table'
import { matchColumns } from './table'
import { packPlainly } from './unpack-zip'

/** Files of every kind that people upload: each is read, or its fault is named. */

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const latin = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))
const joined = (...parts: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))
const texts = async (bytes: Uint8Array) => {
  const { header, rows } = await readTable(bytes)
  return [header, ...rows.map(({ cells }) => cells)]
}

async function faultOf(bytes: Uint8Array): Promise<Record<string, unknown>> {
  try {
    await readTable(bytes)
  } catch (error) {
    if (error instanceof OfficeFault) return { code: error.code, ...error.values }
    throw error
  }
  throw new Error('it was read')
}

/** A workbook with that sheet, and those shared strings. */
const workbook = (sheet: string, strings: readonly string[] = []): Uint8Array => {
  const xml = (text: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`)
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const files = new Map([
    [
      'xl/workbook.xml',
      xml(
        `<workbook ${main} xmlns:r="${relations}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
    ],
    [
      'xl/_rels/workbook.xml.rels',
      xml(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
    ],
    ['xl/worksheets/sheet1.xml', xml(`<worksheet ${main}><sheetData>${sheet}</sheetData></worksheet>`)],
    ['xl/sharedStrings.xml', xml(`<sst ${main}>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`)],
  ])
  return new Uint8Array(packPlainly(files))
}

const inline = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`
const headerRow = `<row r="1">${inline('A1', 'SKU')}${inline('B1', 'Nombre')}</row>`

describe('a CSV file', () => {
  const cases: [string, Uint8Array, string[][]][] = [
    [
      'commas',
      utf8('SKU,Nombre\nA1,Agua\n'),
      [
        ['SKU', 'Nombre'],
        ['A1', 'Agua'],
      ],
    ],
    [
      'semicolons, as Excel in Spanish',
      utf8('SKU;Nombre\r\nA1;"Agua; fría"\r\n'),
      [
        ['SKU', 'Nombre'],
        ['A1', 'Agua; fría'],
      ],
    ],
    [
      'tabs',
      utf8('SKU\tNombre\nA1\tAgua, fría\n'),
      [
        ['SKU', 'Nombre'],
        ['A1', 'Agua, fría'],
      ],
    ],
    ['one column', utf8('SKU\nA1\nB2'), [['SKU'], ['A1'], ['B2']]],
    [
      'a byte order mark',
      joined(new Uint8Array([0xef, 0xbb, 0xbf]), utf8('SKU,Ñame\nA1,ñ')),
      [
        ['SKU', 'Ñame'],
        ['A1', 'ñ'],
      ],
    ],
    [
      'Windows-1252',
      latin('SKU,Categoría\nA1,Piñas \x80'),
      [
        ['SKU', 'Categoría'],
        ['A1', 'Piñas €'],
      ],
    ],
    [
      'UTF-16, as "Unicode text"',
      joined(new Uint8Array([0xff, 0xfe]), new Uint8Array(Buffer.from('SKU\tÑ\nA\tñ', 'utf16le'))),
      [
        ['SKU', 'Ñ'],
        ['A', 'ñ'],
      ],
    ],
    [
      'a line that says the delimiter',
      utf8('sep=;\nSKU;Nombre\nA,1;B'),
      [
        ['SKU', 'Nombre'],
        ['A,1', 'B'],
      ],
    ],
    [
      'quotes, and lines within them',
      utf8('SKU,Nombre\nA1,"Agua ""Cool""\nde 600"\nB,C'),
      [
        ['SKU', 'Nombre'],
        ['A1', 'Agua "Cool"\nde 600'],
        ['B', 'C'],
      ],
    ],
    [
      'old Mac line ends',
      utf8('SKU,Nombre\rA1,Agua\r'),
      [
        ['SKU', 'Nombre'],
        ['A1', 'Agua'],
      ],
    ],
    [
      'short lines, and empty tails',
      utf8('SKU,Nombre,,\nA1\nB,C,,,\n'),
      [
        ['SKU', 'Nombre'],
        ['A1', ''],
        ['B', 'C'],
      ],
    ],
    [
      'hundreds of empty cells after the last header, as spreadsheets save what was once a table',
      utf8(`SKU,N\nA${','.repeat(900)}\nB,c${','.repeat(900)}`),
      [
        ['SKU', 'N'],
        ['A', ''],
        ['B', 'c'],
      ],
    ],
    [
      'numbers as they stand',
      utf8('SKU,N\n007,1e5\n7501031311309,1.0'),
      [
        ['SKU', 'N'],
        ['007', '1e5'],
        ['7501031311309', '1.0'],
      ],
    ],
    [
      'what a file of ours guards from being a formula',
      utf8("SKU,N\n'-1,'=A\n'a,''=b"),
      [
        ['SKU', 'N'],
        ['-1', '=A'],
        ["'a", "'=b"],
      ],
    ],
    [
      'a wrong extension: nobody looks at it',
      utf8('SKU,N\nPK1,a'),
      [
        ['SKU', 'N'],
        ['PK1', 'a'],
      ],
    ],
  ]
  it.each(cases)('is read with %s', async (_, bytes, expected) => {
    expect(await texts(bytes)).toEqual(expected)
  })

  it('says the line of the file where each row begins, whatever is between them', async () => {
    const { rows } = await readTable(utf8('\nSKU,N\n\nA,"x\ny"\n , \nB,z\r\nC,w'))
    expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [4, 'A'],
      [7, 'B'],
      [8, 'C'],
    ])
    const said = await readTable(utf8('sep=,\nSKU,N\nA,b'))
    expect(said.rows[0]?.line).toBe(3)
  })

  it('gives back whatever cells were written into it', async () => {
    const cell = fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .filter((text) => !text.includes('\0') && text.isWellFormed())
    const row = fc.tuple(
      cell,
      cell,
      cell.map((text) => `${text}.`),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(',', ';', '\t'),
        async (rows, delimiter) => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
          const lines = [['uno', 'dos', 'tres'], ...rows].map((cells) => cells.map(quoted).join(delimiter))
          const read = await texts(utf8(`\ufeff${lines.join('\r\n')}`))
          expect(read.slice(1)).toEqual(
            rows.map((cells) => cells.map((text) => text.replace(/^'(?='*[=+\-@\t\r\n＝＋－＠])/, ''))),
          )
        },
      ),
      { numRuns: 150 },
    )
  })
})

describe('an Excel file', () => {
  it('gives numbers as their text, and texts with their zeros', async () => {
    const cells = ['007', '1E+05', '12.0', '7.501031311309E12', '0.30000000000000004', '100000', '1.5']
    const rows = cells.map(
      (text, n) => `<row r="${n + 2}"><c r="A${n + 2}"${n === 0 ? ' t="str"' : ''}><v>${text}</v></c></row>`,
    )
    const read = await texts(workbook(headerRow + rows.join('')))
    expect(read.slice(1).map(([sku]) => sku)).toEqual(['007', '100000', '12', '7501031311309', '0.3', '100000', '1.5'])
  })

  it('says which cells a spreadsheet has changed: dates, and numbers of more than 15 digits', async () => {
    const data = [
      [{ value: 'SKU' }, { value: 'Nombre' }],
      [{ value: new Date('2026-02-01T00:00:00Z'), type: Date, format: 'dd/mm/yyyy' }, { value: 'Enero' }],
      [{ value: 7501031311309120, type: Number }, { value: 'Largo' }],
    ]
    const { rows } = await readTable(new Uint8Array(await writeXlsxFile(data).toBuffer()))
    expect(rows).toEqual([
      { line: 2, cells: ['2026-02-01', 'Enero'], doubts: { 0: 'cell_is_date' } },
      { line: 3, cells: ['7501031311309120', 'Largo'], doubts: { 0: 'number_rounded' } },
    ])
  })

  it('is read with gaps, blank rows and formats far away, each row with its line', async () => {
    const far = '<row r="1048576"><c r="XFD1048576" s="0"/></row>'
    const { rows } = await readTable(workbook(`${headerRow}<row r="4">${inline('B4', 'solo')}</row>${far}`))
    expect(rows).toEqual([{ line: 4, cells: ['', 'solo'] }])
  })

  it('gives back whatever texts were written into it', async () => {
    // What stands here for a program's export leaves U+FFFD out.
    const cell = fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .filter((text) => /^[^\p{Cc}\p{Cs}\ufffd-\uffff]*$/u.test(text) && !(text in {}))
    const row = fc.tuple(
      cell,
      cell.map((text) => `${text}.`),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
        const data = [['uno', 'dos'], ...rows].map((cells) => cells.map((value) => ({ value, type: String })))
        expect((await texts(new Uint8Array(await writeXlsxFile(data).toBuffer()))).slice(1)).toEqual(rows)
      }),
      { numRuns: 40 },
    )
  })
})

describe('a broken file', () => {
  const { bytesMax, rowsMax, columnsMax, cellLengthMax, inflatedBytesMax } = fileLimits
  const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024)
  const cases: [string, () => Uint8Array, Record<string, unknown>][] = [
    ['nothing', () => utf8(''), { code: 'file_empty' }],
    ['white space', () => utf8(' \n\n ,,, '), { code: 'file_empty' }],
    ['a header alone', () => utf8('SKU,Nombre\n'), { code: 'file_without_rows' }],
    ['too many bytes', () => new Uint8Array(bytesMax + 1).fill(65), { code: 'file_too_large', megabytes: 10 }],
    ['too many rows', () => utf8(`SKU\n${'a\n'.repeat(rowsMax + 1)}`), { code: 'rows_too_many', rows: rowsMax }],
    [
      'millions of blank lines',
      () => utf8(`SKU\na${'\n'.repeat(5_000_000)}`),
      { code: 'rows_too_many', rows: rowsMax },
    ],
    [
      'too many columns',
      () => utf8(`${'a,'.repeat(columnsMax + 1)}b\nc`),
      { code: 'columns_too_many', columns: columnsMax },
    ],
    [
      'a line of ten million commas',
      () => utf8(','.repeat(bytesMax)),
      { code: 'columns_too_many', columns: columnsMax },
    ],
    [
      'a row of ten million commas',
      () => utf8(`SKU,N\na${','.repeat(bytesMax - 7)}`),
      { code: 'columns_too_many', columns: columnsMax },
    ],
    [
      'a line of ten million letters',
      () => utf8(`SKU,N\n"a\r\nb",c\nd,${'x'.repeat(bytesMax - 17)}`),
      { code: 'cell_too_long', line: 4, column: 'B', length: cellLengthMax },
    ],
    [
      'a workbook of millions of cells without an address',
      () => bomb('xl/workbook.xml', Buffer.from('<c/>'.repeat(2 * rowsMax * columnsMax + 1)), 100),
      { code: 'file_inflates' },
    ],
    [
      'a long cell',
      () => utf8(`SKU,N\na,b\nc,${'x'.repeat(cellLengthMax + 1)}`),
      { code: 'cell_too_long', line: 3, column: 'B', length: cellLengthMax },
    ],
    ['more cells than headers', () => utf8('SKU,N\na,b\nc,d,e'), { code: 'cells_too_many', line: 3, columns: 2 }],
    ['an open quote', () => utf8('SKU,N\na,b\nc,"d\ne,f\n'), { code: 'quote_open', line: 3 }],
    [
      'an open quote that swallows a long rest',
      () => utf8(`SKU,N\n"c,${'d\n'.repeat(100_000)}`),
      { code: 'quote_open', line: 2 },
    ],
    ['a quote within a cell', () => utf8('SKU,N\na,TV 32" LED\n'), { code: 'quote_misplaced', line: 2 }],
    ['text after a quote', () => utf8('SKU,N\na,"TV" LED\n'), { code: 'quote_misplaced', line: 2 }],
    ['NUL bytes', () => utf8('SKU,N\na,b\0c'), { code: 'file_not_table' }],
    ['a PDF named .csv', () => latin('%PDF-1.7\n%\xe2\xe3'), { code: 'file_not_table' }],
    ['a picture', () => latin('\x89PNG\r\n\x1a\n\0\0'), { code: 'file_not_table' }],
    ['a web page named .xls', () => utf8('\ufeff <html><table>'), { code: 'file_not_table' }],
    ['an old .xls', () => latin('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'.padEnd(600, '\0')), { code: 'file_is_old_excel' }],
    [
      'an encrypted workbook',
      () =>
        joined(latin('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), new Uint8Array(Buffer.from('EncryptedPackage', 'utf16le'))),
      { code: 'file_encrypted' },
    ],
    [
      'a ZIP of something else',
      () => new Uint8Array(packPlainly(new Map([['word/document.xml', Buffer.from('<a/>')]]))),
      { code: 'file_not_table' },
    ],
    ['half a workbook', () => workbook(headerRow).subarray(0, 300), { code: 'file_unreadable' }],
    [
      'a workbook without its sheet',
      () => new Uint8Array(packPlainly(new Map([['xl/workbook.xml', Buffer.from('<workbook/>')]]))),
      { code: 'file_unreadable' },
    ],
    ['a sheet that breaks off', () => workbook(`${headerRow}<row r="2"><c r="A2"`), { code: 'file_unreadable' }],
    ['an empty sheet', () => workbook(''), { code: 'file_empty' }],
    ['a sheet with a header alone', () => workbook(headerRow), { code: 'file_without_rows' }],
    [
      'a cell beyond all columns',
      () => workbook(`${headerRow}<row r="2">${inline('ZZ2', 'x')}</row>`),
      { code: 'columns_too_many', columns: columnsMax },
    ],
    [
      'a cell that no sheet has',
      () => workbook(`${headerRow}<row r="2">${inline('ZZZZZZ2', 'x')}</row>`),
      { code: 'file_unreadable' },
    ],
    ['a row that no sheet has', () => workbook(`${headerRow}<row r="99999999"></row>`), { code: 'file_unreadable' }],
    [
      'a cell in a row far below',
      () => workbook(`${headerRow}<row r="900000">${inline('A900000', 'x')}</row>`),
      { code: 'rows_too_many', rows: rowsMax },
    ],
    [
      'NUL in a cell',
      () => workbook(`${headerRow}<row r="2">${inline('A2', 'a_x0000_b')}</row>`),
      { code: 'cell_unreadable', line: 2, column: 'A' },
    ],
    [
      'a bomb that says its size',
      () => bomb('xl/workbook.xml', zeros(70), 70 * 1024 * 1024),
      { code: 'file_inflates' },
    ],
    ['a bomb that hides its size', () => bomb('xl/workbook.xml', zeros(70), 100), { code: 'file_inflates' }],
    ['a bomb of headers', () => bomb('xl/workbook.xml', zeros(1), inflatedBytesMax + 1), { code: 'file_inflates' }],
  ]
  it.each(cases)('says so: %s', async (_, bytes, expected) => {
    expect(await faultOf(bytes())).toEqual(expected)
  })

  it('throws nothing but faults, whatever the bytes', async () => {
    const good = workbook(`${headerRow}<row r="2">${inline('A2', 'a')}</row>`)
    const changed = fc
      .array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 })
      .map((changes) => {
        const bytes = good.slice()
        for (const [at, value] of changes) bytes[at] = value
        return bytes
      })
    const anything = fc.oneof(changed, fc.uint8Array({ maxLength: 400 }), fc.string({ unit: 'binary' }).map(utf8))
    await fc.assert(
      fc.asyncProperty(anything, async (bytes) => {
        await readTable(bytes).catch((error: unknown) => expect(error).toBeInstanceOf(OfficeFault))
      }),
      { numRuns: 300 },
    )
  })
})

describe('the columns of a file', () => {
  const columns = {
    sku: { es: 'SKU', en: 'SKU', also: ['Código'], required: true },
    name: { es: 'Nombre', en: 'Name', also: ['Descripción'], required: true },
  }
  const found = (...header: string[]) => {
    const { at, unused } = matchColumns(header, columns)
    return { ...Object.fromEntries(at), unused }
  }

  it('are found in Spanish and English, whatever the case, accents and marks', () => {
    expect(found('  sku* ', 'NÓMBRE')).toEqual({ sku: 0, name: 1, unused: [] })
    expect(found('Precio', 'name', 'CODIGO', '')).toEqual({ sku: 2, name: 1, unused: ['Precio'] })
    expect(found('Descripción', 'SKU', 'Nombre')).toEqual({ sku: 1, name: 2, unused: ['Descripción'] })
  })

  it('must be there once', () => {
    expect(() => found('Nombre', 'Precio')).toThrow(new OfficeFault('column_missing', { values: { columns: 'SKU' } }))
    expect(() => found('SKU', 'nombre', 'Name')).toThrow(
      new OfficeFault('column_doubled', { values: { column: 'Name' } }),
    )
  })
})
