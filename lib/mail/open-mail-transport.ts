import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { DueMail } from '@/db/queries/offices/mails'
import type { SendMail } from './send-due-mails'

const timeoutMs = 20_000

/**
 * How mail leaves: through the server of `smtpUrl`, or, without one, as a file per mail (`<id>-<kind>.eml`, mode 0600) in
 * `outbox`, which developers and tests read.
 */
export function openMailTransport(options: { smtpUrl: string | undefined; from: string; outbox: string }): SendMail {
  return options.smtpUrl === undefined
    ? toFolder(options.outbox, options.from)
    : toServer(options.smtpUrl, options.from)
}

const messageOf = (mail: DueMail, from: string) => ({
  from,
  to: { name: '', address: mail.recipient },
  subject: mail.subject,
  text: mail.textBody,
  ...(mail.htmlBody === null ? {} : { html: mail.htmlBody }),
  // With these, programs do not answer for an absent reader, and the usual relays do not rewrite links to count clicks.
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  disableFileAccess: true,
  disableUrlAccess: true,
})

function toServer(smtpUrl: string, from: string): SendMail {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  return async (mail) => {
    await transport.sendMail(messageOf(mail, from))
  }
}

function toFolder(outbox: string, from: string): SendMail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return async (mail) => {
    const { message } = await transport.sendMail(messageOf(mail, from))
    await mkdir(outbox, { recursive: true, mode: 0o700 })
    await writeFile(join(outbox, `${mail.id}-${mail.kind}.eml`), message as Buffer, { mode: 0o600 })
  }
}
