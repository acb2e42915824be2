import { describe, expect, it } from 'vitest'
import { readPosList } from './comparison'
import { readListFile } from './read-list'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('a till’s list in a file', () => {
  it('is read like one that is pasted, with or without a heading', async () => {
    const sales = [
      { reference: 'B01', cents: 123_450n },
      { reference: 'B02', cents: 9_000n },
    ]
    for (const text of [
      'Referencia,Cajero,Total\nB01,Ana,"1,234.50"\nB02,Luis,90.00\n',
      'B01;Ana;1234.50\nB02;Luis;90',
      '\ufeffReferencia\tTotal\r\nB01\tRD$1,234.50\r\nB02\t90.00',
    ]) {
      const { list, lines } = await readListFile(bytes(text))
      expect(readPosList(list)).toEqual({ sales, unread: [] })
      expect(lines).toBe(text.trim().split('\n').length)
    }
  })

  it('is refused without a sale, beyond what is compared, and when it is no table', async () => {
    await expect(readListFile(bytes('Referencia,Total\nuno,dos\n'))).rejects.toMatchObject({ code: 'list_empty' })
    const long = Array.from({ length: 30_000 }, (_, n) => `REFERENCIA-${n},100.00`).join('\n')
    await expect(readListFile(bytes(long))).rejects.toMatchObject({ code: 'list_too_long' })
    await expect(readListFile(bytes('%PDF-1.7'))).rejects.toMatchObject({ code: 'file_not_table' })
  })
})
