import { join } from 'node:path'
import { buildPageScripts } from './build'
import { requireFreePorts } from './ports'
import { hostToAsk, prepare, serve, stopAtTheEnd } from './prepare'
import { projectRoot } from './settings'
import { keepAlive } from './supervise'
import { untilReady } from './until-ready'

/**
 * `npm run dev`: what `npm start` brings up, from the sources as they are. A change of what the API is made of starts it again; a change
 * of a page is in the browser at once. Nothing is built but the script of the developers' pages, and only this machine reaches it.
 */

const tsx = join(projectRoot, 'node_modules/tsx/dist/cli.mjs')
const next = join(projectRoot, 'node_modules/next/dist/bin/next')
const compileMsMax = 60_000

await serve(async (cleanups, signals) => {
  process.env.HOST ||= '127.0.0.1'
  const { env, options, bringUp, loadDemo } = await prepare('development', cleanups, signals.first)
  await requireFreePorts([env.PORT, env.API_PORT], env.HOST, signals.first)
  await buildPageScripts()
  const host = env.HOST ?? '127.0.0.1'
  const processes = [keepAlive('The offices', [next, 'dev', '-p', String(env.PORT), '-H', host], options)]
  stopAtTheEnd(processes, cleanups, signals)
  const asked = hostToAsk(host)
  // The first page, which asks nothing of the database, is compiled beside the migrations and before anything else takes the processor:
  // it is what somebody waits for.
  await Promise.all([bringUp(), untilReady([`http://${asked}:${env.PORT}/`], signals.first, compileMsMax)])
  processes.push(keepAlive('The integration API', [tsx, 'watch', '--clear-screen=false', 'server/api.ts'], options))
  const loading = loadDemo()
  await Promise.all([loading, untilReady([`http://${asked}:${env.API_PORT}/health/ready`], signals.first)])
  process.stdout.write(
    [
      `${(await loading) ?? ''}Aliado runs from its sources after ${process.uptime().toFixed(1)} s`,
      `  Offices          ${env.PUBLIC_OFFICE_URL}`,
      `  Integration API  ${env.PUBLIC_API_URL}/api/v1`,
      `  Listening on     ${host}`,
      '',
    ].join('\n'),
  )
})
