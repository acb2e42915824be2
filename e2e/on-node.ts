import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname, join } from 'node:path'
import { bringNode, nodeVersions } from '@/server/node-binary'
import { recordFailure } from './failures'

/**
 * `npm run test:node -- 22`: the API's tests, those of what it reads of connections itself, and starts of the whole service on another
 * Node than the one that runs this; 24, unless the command names one. The last line sums up: `N passed, N failed`. npm brings the binary, which stays in the user's cache.
 */
const asked = process.argv[2] ?? '24'
const connections = ['server/till-connections.test.ts', 'server/whole-request.test.ts']
const suites = ['--project', 'api', '--project', 'service', '--project', 'unit', 'e2e/api', 'e2e/start', ...connections]

try {
  const version = nodeVersions[asked]
  if (version === undefined) throw new Error(`it is none of ${Object.keys(nodeVersions).join(', ')}`)
  const node = await bringNode(version)
  process.stderr.write(`On ${node}\n`)
  const child = spawn(node, ['node_modules/vitest/vitest.mjs', 'run', ...suites], {
    cwd: join(import.meta.dirname, '..'),
    // Also for what asks for `node` by its name.
    env: { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  process.exitCode = typeof code === 'number' ? code : 1
} catch (error) {
  const why = error instanceof Error ? error.message : String(error)
  recordFailure(`Node ${asked}`, [why])
  process.stdout.write(`Node ${asked} cannot be tested on: ${why}\n0 passed, 1 failed\n`)
  process.exitCode = 1
}
