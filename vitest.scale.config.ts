import { defineConfig } from 'vitest/config'

/**
 * `npm run test:scale`: several processes, Redis, nginx, PgBouncer. The promises to integrators are held to once more, through a
 * balancer in front of two processes. Not among them, by their nature: transport.test.ts and authentication.test.ts send bytes
 * that are not HTTP or repeat a header, which nginx judges before us; health, last-used, metrics and unavailable ask one process
 * about itself; rate-limit and token-life count in one process's memory (e2e/scale/limits.test.ts counts in Redis).
 */
export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    include: [
      'e2e/scale/**/*.test.ts',
      'e2e/api/{apply,consumptions,contract,eligibility,limits}*.test.ts',
      'e2e/api/{idempotency-key,recovery,token}.test.ts',
    ],
    globalSetup: './e2e/global-setup.ts',
    provide: { topology: 'balanced' },
    pool: 'forks',
    maxWorkers: 2,
    // For what hangs, not for what a crowded machine makes slow.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: ['dot', './e2e/summary-reporter.ts'],
  },
})
