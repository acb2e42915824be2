/**
 * What the container's HEALTHCHECK runs, since the image has no shell and no curl: whether the process at a port of this machine is ready;
 * API_PORT, unless the command names another. A process that is asked regularly announces its end (`isWatched`).
 */
const port = process.argv[2] ?? (process.env.API_PORT || '3001')
const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(2_500) }).catch(
  () => undefined,
)
process.exit(answer?.ok ? 0 : 1)

export {}
