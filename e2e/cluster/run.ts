import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'

/**
 * `npm run test:cluster -- --rounds 20 --kind kill-primary --break asynchronous`: PostgreSQL as a cluster whose members die under load. Ends
 * with 1 when an answer was lost, changed or doubled; with `--break` the cluster is set up wrongly, and it must end with 1.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1' },
    kind: { type: 'string', multiple: true, default: [] },
    break: { type: 'string', default: '' },
  },
})

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'cluster']
const reporting = ['--reporter', 'verbose', '--reporter', './e2e/summary-reporter.ts', '--disable-console-intercept']
const child = spawn(process.execPath, [...vitest, ...reporting], {
  stdio: 'inherit',
  env: {
    ...process.env,
    CLUSTER_ROUNDS: values.rounds,
    CLUSTER_KINDS: values.kind.join(','),
    CLUSTER_BREAK: values.break,
  },
})
const [code] = await once(child, 'exit')
process.exitCode = typeof code === 'number' ? code : 1
