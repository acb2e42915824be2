import type { OfficeDb } from '@/db/office'
import { listHolders } from '@/db/queries/offices/memberships'
import { claimSilences, listJudged, listMerchantsToJudge } from '@/db/queries/offices/silences'
import { integrationsPermission } from '@/lib/credentials/permissions'
import { queueMails } from '@/lib/mail/queue-mails'
import { judgeSilences } from './judge-silences'
import { comparedWith, judgedAt, type Silence } from './silence'

type Judged = Awaited<
  ReturnType<typeof judgeSilences<Awaited<ReturnType<typeof listJudged>>[number]>>
>['judged'][number]

/** On a holiday many merchants are told at once: mails that somebody waits for come between these. */
const mailsPerSecond = 2

/**
 * Tells the members who may manage credentials of tills that are silent in hours in which they always sell (ADR-0044): each silence
 * once, however many processes run this, and one mail for all that a merchant's tills have to say. Returns how many mails were queued.
 */
export async function tellOfSilences(db: OfficeDb, officeUrl: string, now: Date): Promise<number> {
  let mails = 0
  for (const { id, name } of await listMerchantsToJudge(db, comparedWith(judgedAt(now))))
    mails += await tellMerchant(db, officeUrl, now, { id, name, after: Math.floor(mails / mailsPerSecond) })
  return mails
}

const tellMerchant = (
  db: OfficeDb,
  officeUrl: string,
  now: Date,
  merchant: { readonly id: number; readonly name: string; readonly after: number },
): Promise<number> =>
  db.transaction(async (tx) => {
    const { silence } = await judgeSilences(tx, merchant.id, await listJudged(tx, merchant.id), now)
    if (silence === undefined) return 0
    const news = newOf(silence, isUntold)
    const ids = terminalsOf(news).map(({ id }) => id)
    if (ids.length === 0) return 0
    const claimed = new Set(await claimSilences(tx, merchant.id, ids, comparedWith(judgedAt(now))))
    const told = newOf(news, ({ id }) => claimed.has(id))
    if (terminalsOf(told).length === 0) return 0
    const holders = await listHolders(tx, { merchantId: merchant.id }, integrationsPermission)
    const mail = { kind: 'terminals_silent', merchant: merchant.name, silence: told } as const
    await queueMails(
      tx,
      { officeUrl },
      holders.map((to) => ({ to, mail, afterSeconds: merchant.after })),
    )
    return holders.length
  })

const isUntold = ({ silenceToldAt, lastCallAt }: Judged): boolean =>
  silenceToldAt === null || (lastCallAt !== null && silenceToldAt < lastCallAt)

const terminalsOf = (silence: Silence<Judged>): readonly Judged[] =>
  silence.of === 'merchant' ? silence.terminals : silence.parts.flatMap(({ terminals }) => terminals)

/** What is new of it: a whole branch, or merchant, when a till is that always sells; of tills those themselves. */
function newOf(silence: Silence<Judged>, isNew: (terminal: Judged) => boolean): Silence<Judged> {
  const newAmong = (terminals: readonly Judged[]): readonly Judged[] =>
    terminals.some((terminal) => terminal.isUnusuallySilent && isNew(terminal)) ? terminals.filter(isNew) : []
  if (silence.of === 'merchant') return { ...silence, terminals: newAmong(silence.terminals) }
  const parts = silence.parts.map((part) => ({ ...part, terminals: newAmong(part.terminals) }))
  return { of: 'branches', parts: parts.filter(({ terminals }) => terminals.length > 0) }
}
