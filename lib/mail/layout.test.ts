import { describe, expect, it } from 'vitest'
import { layOut } from './layout'

describe('the layout of a mail', () => {
  it('says the same as plain text and as HTML', () => {
    const { textBody, htmlBody } = layOut({
      subject: 'Hola',
      paragraphs: ['Uno', 'Dos'],
      link: { label: 'Abrir', url: 'https://office.example/x?token=abc' },
      footer: 'Porque sí',
    })
    expect(textBody).toBe('Uno\n\nDos\n\nAbrir:\nhttps://office.example/x?token=abc\n\n--\nPorque sí\n')
    for (const part of ['Uno', 'Dos', 'Abrir', 'https://office.example/x?token=abc', 'Porque sí']) {
      expect(htmlBody).toContain(part)
    }
  })

  it('shows markup in a name as text (P-18)', () => {
    const { htmlBody } = layOut({ subject: '<b>', paragraphs: ['<img src=x onerror=alert(1)> "><script>'] })
    expect(htmlBody).not.toMatch(/<img|<script|<b>/)
    expect(htmlBody).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })

  it('has a subject of one line, whatever a name holds', () => {
    expect(layOut({ subject: 'Hola\r\nBcc: x@evil.example', paragraphs: [] }).subject).toBe('Hola Bcc: x@evil.example')
  })
})
