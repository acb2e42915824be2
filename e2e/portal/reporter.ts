import { readFileSync } from 'node:fs'
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { recordFailure } from '../failures'

/** Says what fails as it fails, and ends the run with the one line that says how it went: `N passed, N failed`. */
export default class SummaryReporter implements Reporter {
  #passed = 0
  #failed = 0
  #skipped = 0

  onError(error: TestError): void {
    this.#failed += 1
    process.stdout.write(`\n${faultText(error)}\n`)
    recordFailure('outside every test', [faultText(error)])
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const title = test.titlePath().slice(2).join(' › ')
    if (result.status === 'skipped') {
      this.#skipped += 1
    } else if (result.status === test.expectedStatus) {
      this.#passed += 1
      process.stdout.write(`  ok    ${title} (${(result.duration / 1000).toFixed(1)} s)\n`)
    } else {
      this.#failed += 1
      const faults = result.errors.map(faultText)
      process.stdout.write(`\n  FAIL  ${title}\n${faults.join('\n')}\n\n`)
      recordFailure(`${title} (${(result.duration / 1000).toFixed(1)} s)`, [...faults, ...pageTexts(result)])
    }
  }

  async onExit(): Promise<void> {
    process.once('exit', () => {
      const skipped = this.#skipped > 0 ? `, ${this.#skipped} skipped` : ''
      process.stdout.write(`${this.#passed} passed, ${this.#failed} failed${skipped}\n`)
    })
  }

  printsToStdio(): boolean {
    return true
  }
}

function faultText(error: TestError): string {
  return error.stack ?? error.message ?? error.value ?? 'an error without a text'
}

/** What the page said when the test failed, as Playwright kept it; shortened. */
function pageTexts(result: TestResult): string[] {
  const kept = result.attachments.find(({ name, path }) => name === 'error-context' && path)
  return kept?.path ? [readFileSync(kept.path, 'utf8').slice(0, 6_000)] : []
}
