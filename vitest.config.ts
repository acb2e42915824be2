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
    // For what hangs, not for what a crowded machine makes slow.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: ['dot', './e2e/summary-reporter.ts'],
  },
})
