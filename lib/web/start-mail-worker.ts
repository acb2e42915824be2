import { setTimeout as wait } from 'node:timers/promises'
import type { OfficeDb } from '@/db/office'
import { sweepCertificationCalls } from '@/db/queries/offices/certification'
import { sweepCollaboratorAccess } from '@/db/queries/offices/collaborator-links'
import { sweepHandOffs } from '@/db/queries/offices/hand-offs'
import { sweepKnownDevices } from '@/db/queries/offices/known-devices'
import { sweepPrivacyCases } from '@/db/queries/offices/privacy-cases'
import { sweepThrottles } from '@/db/queries/offices/throttles'
import { knownDeviceBounds } from '@/lib/accounts/browser'
import { sealNextDay } from '@/lib/audit/seal-days'
import { warnOfExpiry } from '@/lib/credentials/warn-of-expiry'
import { findSigningKey } from '@/lib/data-keys/find-signing-key'
import { dataKeysOf } from '@/lib/env'
import { sumMinutes } from '@/lib/health/sum-minutes'
import { describeError } from '@/lib/http/log'
import { sendDueMails } from '@/lib/mail/send-due-mails'
import { caseTextsKeptDays } from '@/lib/privacy/cases'
import { judgedAt } from '@/lib/terminals/silence'
import { tellOfSilences } from '@/lib/terminals/tell-of-silences'
import { officeService } from './office-service'

const everyMs = 2_000
const troubledMs = 15_000
const sweepEveryMs = 3_600_000
const sumEveryMs = 60_000
const sealEveryMs = 600_000

const holder = globalThis as typeof globalThis & { aliadoMailWorkerRuns?: true }

/**
 * Sends mail as it becomes due, for as long as this process of the offices lives: a person who waits for a link waits
 * two seconds. Every process may do it, since each mail is taken by one. The end of the process does not wait for a
 * mail that is under way, since it is sent again.
 */
export function startMailWorker(): void {
  if (holder.aliadoMailWorkerRuns) return
  holder.aliadoMailWorkerRuns = true
  void run()
}

async function run(): Promise<never> {
  let sweptAt = 0
  let toldOf = 0
  let summedAt = 0
  let sealedAt = 0
  for (;;) {
    let pauseMs = everyMs
    try {
      const { db, env, sendMail, log } = officeService()
      const { sent, failed } = await sendDueMails(db, sendMail)
      if (sent > 0) log.debug({ sent }, 'mails are on their way')
      if (failed > 0) log.warn({ failed }, 'mails could not be sent')
      // Some rows of each at a time, so that mails wait for these at most.
      if (Date.now() - sweptAt > sweepEveryMs && !(await sweepSome(db))) {
        sweptAt = Date.now()
        await sweepPrivacyCases(db, { keptDays: caseTextsKeptDays })
        await warnOfExpiry(db, env.PUBLIC_OFFICE_URL)
      }
      if (Date.now() - summedAt > sumEveryMs) {
        summedAt = Date.now()
        await sumMinutes(db)
      }
      // A day at a time, so that mails wait for one at most.
      if (Date.now() - sealedAt > sealEveryMs) {
        const auditKey = await findSigningKey(db, dataKeysOf(env), 'aliado audit signing v1')
        const sealed = await sealNextDay({ db, now: () => new Date(), auditKey })
        if (sealed === undefined) sealedAt = Date.now()
      }
      // What a till did in an hour is known once the hour is over: between two hours there is nothing new to tell.
      const now = new Date()
      if (judgedAt(now).getTime() > toldOf) {
        await tellOfSilences(db, env.PUBLIC_OFFICE_URL, now)
        toldOf = judgedAt(now).getTime()
      }
    } catch (error) {
      pauseMs = troubledMs
      officeService().log.warn(describeError(error), 'the mail worker pauses')
    }
    await wait(pauseMs, undefined, { ref: false })
  }
}

/** Whether some of what is over may be left. */
async function sweepSome(db: OfficeDb): Promise<boolean> {
  const left = [
    await sweepThrottles(db),
    await sweepKnownDevices(db, knownDeviceBounds),
    await sweepCollaboratorAccess(db),
    await sweepHandOffs(db),
    await sweepCertificationCalls(db),
  ]
  return left.includes(true)
}
