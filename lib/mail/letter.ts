/** What a mail says, in its reader's words. */
export type Letter = {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** What to do about it: a page of the offices. */
  readonly link?: { readonly label: string; readonly url: string }
  /** Why they received it, in small print. */
  readonly footer?: string
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

/** One line, as a subject must be: a name in it cannot add a header of its own. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** A sentence's end: what ends with an abbreviation ("1:30 p. m.") has its full stop already. */
export const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** The letter as plain text and as HTML that any mail program shows; what people wrote stays text in both. */
export function layOut(letter: Letter): { subject: string; textBody: string; htmlBody: string } {
  const { subject, paragraphs, link, footer } = letter
  const textParts = [
    ...paragraphs,
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...(footer ? [`--\n${footer}`] : []),
  ]
  return { subject: oneLine(subject), textBody: `${textParts.join('\n\n')}\n`, htmlBody: html(letter) }
}

function html({ subject, paragraphs, link, footer }: Letter): string {
  const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')
  const body = paragraphs.map((text) => `<p style="margin:0 0 16px">${lines(text)}</p>`)
  const url = link && escapeHtml(link.url)
  const button = link
    ? [
        `<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0b5f4a;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(link.label)}</a></p>`,
        `<p style="margin:0 0 16px;font-size:13px;color:#5b6470;word-break:break-all">${url}</p>`,
      ]
    : []
  const small = footer
    ? [
        `<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e3e6ea;font-size:13px;color:#5b6470">${lines(footer)}</p>`,
      ]
    : []
  return [
    '<!doctype html>',
    `<html><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;background:#f5f6f7">',
    '<div style="max-width:560px;margin:0 auto;padding:32px 24px;background:#ffffff;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif;color:#1a1f26">',
    '<p style="margin:0 0 24px;font-weight:600">Aliado</p>',
    ...body,
    ...button,
    ...small,
    '</div></body></html>',
  ].join('\n')
}
