/** What a process of the offices begins with, before its first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { demandProduction } = await import('./lib/production')
  const { markPeers } = await import('./lib/http/peer-address')
  const { startMailWorker } = await import('./lib/web/start-mail-worker')
  try {
    demandProduction(process.env)
  } catch (error) {
    // Next would go on, and answer 500 to everybody.
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
  markPeers()
  startMailWorker()
}
