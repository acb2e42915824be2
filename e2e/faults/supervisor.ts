import { apiOptions } from '@/server/build'
import { keepAlive } from '@/server/supervise'

/** Keeps the API running as `npm start` does, for a test, which may ask for its sudden death. */
const [, , program] = process.argv
if (program === undefined) throw new Error('the program of the API is missing')

const api = keepAlive('The integration API', [...apiOptions, program], {
  cwd: process.cwd(),
  env: process.env,
})

process.on('message', (message) => {
  if (message === 'kill') api.kill()
})
process.on('SIGTERM', () => void api.stop(25_000).then(() => process.exit()))
// The test is gone: what is kept alive ends with its keeper.
process.on('disconnect', () => process.exit())
