import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './e2e/fixtures/program'

/** Files that take longest. They come first, so that no worker is left alone with one at the end. */
const longest = '**/{sandbox,integrations-look,whole-story}.spec.ts'

/** The offices in a real browser, against the real service: `npm run test:portal`. */
export default defineConfig({
  testDir: 'e2e/portal',
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'others', testMatch: '*.spec.ts', testIgnore: longest },
  ],
  globalSetup: './e2e/portal/global-setup.ts',
  outputDir: 'test-results',
  // Files share the service, not what is in it: each test makes its own merchant.
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['./e2e/portal/reporter.ts']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'es-DO',
    timezoneId: 'America/New_York',
    permissions: ['clipboard-read', 'clipboard-write'],
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findBrowser(),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
})
