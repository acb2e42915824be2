import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type DueMail, insertMails } from '@/db/queries/offices/mails'
import { openMailTransport } from '@/lib/mail/open-mail-transport'
import { attemptsMax, sendDueMails } from '@/lib/mail/send-due-mails'
import { openWorld, type World } from './world'

let world: World

beforeAll(async () => {
  world = await openWorld()
})

afterAll(() => world.close())

beforeEach(() => world.database.sql`delete from mails`)

const mail = (n = 0) => ({
  kind: 'test',
  recipient: `r${n}@shop.example`,
  subject: 'Señal',
  textBody: 'Hola https://office.example/x?token=abc',
  htmlBody: '<p>Hola</p>',
})

describe('the sender of mails', () => {
  it('writes each mail to the outbox, readable by its owner alone, and erases what the row said', async () => {
    const outbox = await mkdtemp(join(tmpdir(), 'aliado-outbox-'))
    const sendMail = openMailTransport({ smtpUrl: undefined, from: 'Aliado <no-reply@aliado.example>', outbox })
    await insertMails(world.ctx().db, [mail()])
    expect(await sendDueMails(world.ctx().db, sendMail)).toEqual({ sent: 1, failed: 0 })
    const [file = ''] = await readdir(outbox)
    expect(file).toMatch(/^\d+-test\.eml$/)
    expect((await stat(join(outbox, file))).mode & 0o777).toBe(0o600)
    const message = await readFile(join(outbox, file), 'utf8')
    expect(message).toContain('To: r0@shop.example')
    expect(message).toMatch(/token=3Dabc|token=abc/)
    const [row] = await world.database.sql`select text_body, html_body, sent_at from mails`
    expect(row).toMatchObject({ text_body: null, html_body: null })
    expect(row?.sent_at).not.toBeNull()
    await rm(outbox, { recursive: true })
  })

  it('sends each once, whoever else is sending', async () => {
    await insertMails(
      world.ctx().db,
      Array.from({ length: 40 }, (_, n) => mail(n)),
    )
    const sent: string[] = []
    const sendMail = async ({ recipient }: DueMail) => {
      sent.push(recipient)
    }
    const senders = [0, 1, 0, 1].map((process) =>
      sendDueMails(world.ctx({ process: process === 0 ? 0 : 1 }).db, sendMail),
    )
    const totals = await Promise.all(senders)
    expect(totals.reduce((sum, total) => sum + total.sent, 0)).toBe(40)
    expect(new Set(sent).size).toBe(40)
  })

  it('tries again after growing waits, and gives up with nothing left of what it said', async () => {
    const { sql } = world.database
    await insertMails(world.ctx().db, [mail()])
    const refuse = async () => {
      throw Object.assign(new Error('550 no such user r0@shop.example'), { code: 'EENVELOPE', responseCode: 550 })
    }
    const waits: number[] = []
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      expect(await sendDueMails(world.ctx().db, refuse)).toEqual({ sent: 0, failed: 1 })
      expect(await sendDueMails(world.ctx().db, refuse)).toEqual({ sent: 0, failed: 0 })
      const [row] = await sql`select round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes from mails`
      waits.push(row?.minutes)
      await sql`update mails set next_attempt_at = now()`
    }
    expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    const [row] = await sql`select text_body, html_body, sent_at, last_error from mails`
    expect(row).toEqual({ text_body: null, html_body: null, sent_at: null, last_error: 'EENVELOPE 550' })
    expect(await sendDueMails(world.ctx().db, refuse)).toEqual({ sent: 0, failed: 0 })
  })

  it('says what is to be said once, once', async () => {
    const rows = [{ ...mail(), onceKey: 'key 1 expires in 7 days to r0' }]
    await insertMails(world.ctx().db, rows)
    await insertMails(world.ctx().db, rows)
    const [row] = await world.database.sql`select count(*)::int as count from mails`
    expect(row?.count).toBe(1)
  })
})
