import { join } from 'node:path'
import { type OfficeDatabase, openOfficeDatabase } from '@/db/office'
import { StandbyReads } from '@/db/standby'
import { openSupportDatabase } from '@/db/support'
import { dataKeysOf, type Env, env } from '@/lib/env'
import { createLogs, describeError, type Log } from '@/lib/http/log'
import { deriveIdentificationKeys, type IdentificationKeys } from '@/lib/identification/identification'
import { type Keyring, keyring, oldestKey } from '@/lib/kernel/data-keys'
import { deriveKey } from '@/lib/kernel/derive-key'
import { Gate } from '@/lib/kernel/gate'
import { openMailTransport } from '@/lib/mail/open-mail-transport'
import type { SendMail } from '@/lib/mail/send-due-mails'

/** What the offices of one process share between requests. */
export type OfficeService = OfficeDatabase & {
  /** What a support view reads with (ADR-0056). */
  readonly support: OfficeDatabase
  /** What lists, files and overviews read from; undefined where there is no standby (ADR-0063). */
  readonly standby: StandbyReads | undefined
  readonly env: Env
  readonly log: Log
  readonly totpKey: Keyring
  readonly importKey: Keyring
  readonly identificationKeys: IdentificationKeys
  readonly cookieSecret: Buffer | string
  readonly hashing: Gate
  readonly sendMail: SendMail
}

const poolMax = 5
const supportPoolMax = 2

/** Two of libuv's four threads, and 38 MB; whoever would wait longer is told that we are busy. */
const hashingLimits = { size: 2, waitMsMax: 5_000, queueMax: 100 }

function createOfficeService(): OfficeService {
  const settings = env()
  const keys = dataKeysOf(settings)
  const { log } = createLogs(settings.LOG_LEVEL, false)
  const office = openOfficeDatabase(settings.DATABASE_URL, { poolMax, prepare: settings.DATABASE_PREPARE })
  return {
    ...office,
    support: openSupportDatabase(settings.DATABASE_URL, {
      poolMax: supportPoolMax,
      prepare: settings.DATABASE_PREPARE,
    }),
    standby: openStandby(settings, office, log),
    env: settings,
    log,
    totpKey: keyring(keys, 'aliado totp encryption v1'),
    importKey: keyring(keys, 'aliado import encryption v1'),
    identificationKeys: deriveIdentificationKeys(keys),
    cookieSecret: settings.NEXTAUTH_SECRET ?? deriveKey(oldestKey(keys).key, 'aliado session cookie v1'),
    hashing: new Gate(hashingLimits),
    sendMail: openMailTransport({
      smtpUrl: settings.SMTP_URL,
      from: settings.MAIL_FROM,
      outbox: join(settings.DATA_DIRECTORY, 'outbox'),
    }),
  }
}

function openStandby(settings: Env, office: OfficeDatabase, log: Log): StandbyReads | undefined {
  const { DATABASE_READ_URL: url, DATABASE_PREPARE: prepare } = settings
  if (url === undefined) return undefined
  return new StandbyReads(url, office, {
    poolMax,
    prepare,
    onChange: (state, before, error) => {
      const line = { standby: state, before, ...(error === undefined ? {} : { fault: describeError(error) }) }
      if (state === 'reading') log.info(line, 'lists are read from the standby')
      else log.warn(line, 'lists are read from the primary')
    },
  })
}

/** Next bundles a module more than once; all its copies in a process share what the offices share. */
const holder = globalThis as typeof globalThis & { aliadoOffice?: OfficeService }

/** What the offices of this process share, created at its first use. Throws when the environment is invalid. */
export function officeService(): OfficeService {
  holder.aliadoOffice ??= createOfficeService()
  return holder.aliadoOffice
}
