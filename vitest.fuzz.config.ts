import { defineConfig } from 'vitest/config'

/** `npm run test:fuzz`: thousands of requests that nobody should send. */
export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    include: ['e2e/fuzz/**/*.test.ts'],
    globalSetup: './e2e/global-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    // For what hangs, not for what a crowded machine makes slow.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 20_000 } },
    // The figures that each test prints are for people.
    disableConsoleIntercept: true,
    reporters: ['verbose', './e2e/summary-reporter.ts'],
  },
})
