/**
 * What a process of the offices does before its first request. Next compiles this for its Edge runtime too, which has no
 * processes.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { beginOffices } = await import('./lib/web/begin-offices')
    await beginOffices()
  }
}
