import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * `npx vitest --project NAME`: the tests by what they need. `unit` and `law` need nothing but Node; the others get a PostgreSQL of the
 * run's own (`e2e/global-setup.ts`), which starts with the first of them. `npm test` runs the first five. The last six want the machine,
 * or other servers, for themselves: `npm run test:faults`, `test:upgrade`, `test:image`, `test:cluster`, `test:fuzz`, `test:scale`.
 */
const withDatabase = { globalSetup: './e2e/global-setup.ts' }

const needsDatabase = ['server/{embedded-postgres,mend-driver}.test.ts']

const projects: Readonly<Record<string, TestProjectInlineConfiguration['test']>> = {
  /** They leave nothing behind, so files share a process: to begin one takes longer than most of their tests. */
  unit: { include: ['{lib,db,server,bench}/**/*.test.ts'], exclude: needsDatabase, isolate: false },
  law: { include: ['e2e/law/**/*.test.ts'] },
  db: { include: ['e2e/db/**/*.test.ts', ...needsDatabase], isolate: false, ...withDatabase },
  api: { include: ['e2e/api/**/*.test.ts'], isolate: false, ...withDatabase },
  /** The whole service as `npm start` brings it up, and the clients that integrators copy. */
  service: { include: ['e2e/{clients,start}/**/*.test.ts'], ...withDatabase },
  /** What kills, cuts and blocks. Each file has servers of its own, and waits more than it works. */
  faults: { include: ['e2e/faults/**/*.test.ts'], ...withDatabase },
  /** The container image: built, and run by crun. */
  image: { include: ['e2e/image/**/*.test.ts'], ...withDatabase },
  /** The version before, from git, replaced by this one while tills sell. */
  upgrade: { include: ['e2e/upgrade/**/*.test.ts'], ...withDatabase },
  /** A cluster of PostgreSQL whose members die, for as long as it is told: `npm run test:cluster`. */
  cluster: { include: ['e2e/cluster/**/*.test.ts'], testTimeout: 4 * 3_600_000, hookTimeout: 300_000, ...withDatabase },
  /** Thousands of requests that nobody should send. */
  fuzz: { include: ['e2e/fuzz/**/*.test.ts'], ...withDatabase },
  /**
   * Several processes, Redis, nginx, PgBouncer. The promises to integrators are held to once more, through a balancer in front of two
   * processes. Not among them, by their nature: transport.test.ts and authentication.test.ts send bytes that are not HTTP or repeat a
   * header, which nginx judges before us; health, last-used, metrics and unavailable ask one process about itself; rate-limit and
   * token-life count in one process's memory (e2e/scale/limits.test.ts counts in Redis).
   */
  scale: {
    include: [
      'e2e/scale/**/*.test.ts',
      'e2e/api/{apply,consumptions,contract,eligibility,limits}*.test.ts',
      'e2e/api/{idempotency-key,recovery,token}.test.ts',
    ],
    isolate: false,
    provide: { topology: 'balanced' },
    ...withDatabase,
  },
}

/** Starts of the whole service among the others, from the beginning: they take minutes in which they mostly wait. */
class ServiceSpread extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isService = ({ project }: TestSpecification) => project.name === 'service'
    const sorted = await super.sort(files)
    const spread = sorted.filter((file) => !isService(file))
    for (const [n, file] of sorted.filter(isService).entries()) spread.splice(4 * n, 0, file)
    return spread
  }
}

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    projects: Object.entries(projects).map(([name, project]) => ({ extends: true, test: { name, ...project } })),
    pool: 'forks',
    // On two cores: some tests wait. A project takes it from here, and not from the command line.
    maxWorkers: 3,
    sequence: { sequencer: ServiceSpread },
    // For what hangs, not for what a crowded machine makes slow.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: ['dot', './e2e/summary-reporter.ts'],
  },
})
