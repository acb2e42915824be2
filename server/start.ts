import type { Env } from '@/lib/env'
import { apiOptions, apiProgram, buildWhenNeeded, officesCommand } from './build'
import { requireFreePorts } from './ports'
import { hostToAsk, prepare, serve, stopAtTheEnd } from './prepare'
import { keepAlive } from './supervise'
import { untilReady } from './until-ready'

/** `npm start`: brings up everything that the service needs, in order, keeps it running, and takes it down in reverse. */
await serve(async (cleanups, signals) => {
  const { env, options, bringUp, loadDemo } = await prepare('production', cleanups, signals.first)
  await bringUp()
  const demo = await loadDemo()
  await buildWhenNeeded(signals.first)
  await requireFreePorts([env.PORT, env.API_PORT], env.HOST, signals.first)
  const office = ['-p', String(env.PORT), ...(env.HOST ? ['-H', env.HOST] : [])]
  const processes = [
    keepAlive('The integration API', [...apiOptions, apiProgram], options),
    keepAlive('The offices', [...officesCommand, ...office], options),
  ]
  stopAtTheEnd(processes, cleanups, signals)
  const host = hostToAsk(env.HOST)
  await untilReady(
    [`http://${host}:${env.API_PORT}/health/ready`, `http://${host}:${env.PORT}/health/live`],
    signals.first,
  )
  process.stdout.write(`${demo ?? ''}${addresses(env)}`)
})

/** Shows an operator who forgot to name the environment which one it is. */
function environmentOf(env: Env): string {
  const isSaid = process.env.SERVICE_ENVIRONMENT || !process.env.DATABASE_URL
  return `${env.SERVICE_ENVIRONMENT} environment${isSaid ? '' : ', since SERVICE_ENVIRONMENT is not set'}`
}

function addresses(env: Env): string {
  return [
    `Aliado is ready after ${process.uptime().toFixed(1)} s (${environmentOf(env)})`,
    `  Offices          ${env.PUBLIC_OFFICE_URL}`,
    `  Integration API  ${env.PUBLIC_API_URL}/api/v1`,
    `  Tokens           ${env.PUBLIC_API_URL}/connect/token`,
    `  Listening on     ${env.HOST ?? 'every interface'}`,
    '',
  ].join('\n')
}
