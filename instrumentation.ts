/** What a process of the offices begins with, before its first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { markPeers } = await import('./lib/http/peer-address')
  const { startPost } = await import('./lib/web/start-post')
  markPeers()
  startPost()
}
