import { beginStaging } from '@/lib/http/begin-staging'
import { markPeers } from '@/lib/http/peer-address'
import { requireProduction } from '@/lib/production'
import { startMailWorker } from './start-mail-worker'

/**
 * Starts a process of the offices. It ends at once where production is asked for and something that production needs is
 * missing.
 */
export async function beginOffices(): Promise<void> {
  try {
    requireProduction(process.env)
  } catch (error) {
    // Next would go on, and answer 500 to everybody.
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
  markPeers()
  startMailWorker()
  await beginStaging()
}
