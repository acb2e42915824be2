import { constants, setPriority } from 'node:os'
import { openOfficeDatabase } from '@/db/office'
import { dataKeysOf, env } from '@/lib/env'
import { deriveIdentificationKeys } from '@/lib/identification/identification'
import { keyring } from '@/lib/kernel/data-keys'
import { type FileVerb, fileVerbs, type ThreadService } from './file-verbs'
import { type SentError, toSend } from './sent-error'

/** The program of a file thread (ADR-0020): `lib/web/file-pool.ts` starts it, `server/build.ts` bundles it. */

export type FileTask = { readonly verb: FileVerb; readonly asker: unknown; readonly input: unknown }

export type FileAnswer = { readonly value: unknown } | { readonly error: SentError }

// Pages and tills go first. On Linux a thread has a priority of its own; elsewhere this would be the whole process's.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

let opened: ThreadService | undefined

/** With a connection of its own: a thread does one thing at a time. */
function threadService(): ThreadService {
  const settings = env()
  const { DATABASE_URL, DATABASE_PREPARE: prepare, SERVICE_ENVIRONMENT: environment } = settings
  const keys = dataKeysOf(settings)
  opened ??= {
    db: openOfficeDatabase(DATABASE_URL, { poolMax: 1, prepare }).db,
    importKey: keyring(keys, 'aliado import encryption v1'),
    identificationKeys: deriveIdentificationKeys(keys),
    environment,
  }
  return opened
}

export default async function answer({ verb, asker, input }: FileTask): Promise<FileAnswer> {
  // The types of `FilePool.run` make sure that the asker and the input fit the verb.
  const run: (service: ThreadService, asker: never, input: never) => Promise<unknown> = fileVerbs[verb]
  try {
    return { value: await run(threadService(), asker as never, input as never) }
  } catch (error) {
    return { error: toSend(error) }
  }
}
