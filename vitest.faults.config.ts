import { defineConfig } from 'vitest/config'

/** `npm run test:faults`: what kills, cuts and blocks. One file at a time, since each wants the machine for itself. */
export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    include: ['e2e/faults/**/*.test.ts'],
    globalSetup: './e2e/global-setup.ts',
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 240_000,
    hookTimeout: 60_000,
    // The figures that each test prints are for people.
    disableConsoleIntercept: true,
    reporters: ['verbose', './e2e/summary-reporter.ts'],
  },
})
