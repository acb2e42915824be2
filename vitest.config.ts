import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    include: ['{lib,db,server,e2e}/**/*.test.ts'],
    // Those that want the machine, or other servers, for themselves: `npm run test:faults`, `test:fuzz`, `test:scale`.
    exclude: ['node_modules/**', 'e2e/faults/**', 'e2e/fuzz/**', 'e2e/scale/**'],
    globalSetup: './e2e/global-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What becomes true in a moment may take longer on a crowded machine.
    expect: { poll: { timeout: 20_000 } },
    reporters: ['dot', './e2e/summary-reporter.ts'],
  },
})
