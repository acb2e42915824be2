import { escapeMarkup } from '@/lib/kernel/escape-markup'

/** What a mail says, in its reader's words. */
export type MailContent = {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** What to do about it: a page of the offices. */
  readonly link?: { readonly label: string; readonly url: string }
  /** Why they received it, in small print. */
  readonly footer?: string
}

/** One line, as a subject must be: a name in it cannot add a header of its own. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** A mail as plain text and as HTML that any mail program shows; what people wrote stays text in both. */
export function layOut(content: MailContent): { subject: string; textBody: string; htmlBody: string } {
  const { subject, paragraphs, link, footer } = content
  const textParts = [
    ...paragraphs,
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...(footer ? [`--\n${footer}`] : []),
  ]
  return { subject: oneLine(subject), textBody: `${textParts.join('\n\n')}\n`, htmlBody: html(content) }
}

const look = {
  page: 'margin:0;padding:24px 12px;background:#f6f8f7',
  // Styles stand within the elements, and there is no picture: every mail program shows such a mail without asking its
  // reader first.
  sheet:
    'max-width:560px;margin:0 auto;padding:28px 28px 32px;background:#ffffff;border:1px solid #e2e7e4;border-radius:10px;font:16px/1.55 system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#131a17',
  mark: 'display:inline-block;width:26px;height:26px;margin-right:8px;border-radius:6px;background:#0b6b4f;color:#ffffff;font-weight:700;line-height:26px;text-align:center',
  title: 'margin:24px 0 16px;font-size:20px;line-height:1.35;font-weight:600;letter-spacing:-0.01em',
  button:
    'display:inline-block;padding:11px 18px;border-radius:7px;background:#0b6b4f;color:#ffffff;font-weight:600;text-decoration:none',
  small: 'font-size:13px;line-height:1.5;color:#55625b',
}

function html({ subject, paragraphs, link, footer }: MailContent): string {
  const lines = (text: string) => escapeMarkup(text).replaceAll('\n', '<br>')
  const url = link && escapeMarkup(link.url)
  const button = link
    ? [
        `<p style="margin:24px 0 16px"><a href="${url}" style="${look.button}">${escapeMarkup(link.label)}</a></p>`,
        `<p style="margin:0;${look.small};word-break:break-all">${url}</p>`,
      ]
    : []
  const small = footer
    ? [`<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e2e7e4;${look.small}">${lines(footer)}</p>`]
    : []
  return [
    '<!doctype html>',
    '<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<meta name="color-scheme" content="light"><title>${escapeMarkup(subject)}</title></head>`,
    `<body style="${look.page}">`,
    // What a list of mails shows below the subject.
    `<div style="display:none">${lines(paragraphs[0] ?? '')}</div>`,
    `<div style="${look.sheet}">`,
    `<p style="margin:0;font-weight:600"><span aria-hidden="true" style="${look.mark}">A</span>Aliado</p>`,
    `<h1 style="${look.title}">${escapeMarkup(subject)}</h1>`,
    ...paragraphs.map((text) => `<p style="margin:0 0 14px">${lines(text)}</p>`),
    ...button,
    ...small,
    '</div></body></html>',
  ].join('\n')
}
