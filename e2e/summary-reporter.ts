import type { Reporter, TestModule } from 'vitest/node'

/** Ends the run with the one line that says how it went: `N passed, N failed`. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0
    let failed = errors.length
    let skipped = 0
    for (const module of modules) {
      const counted = failed
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') passed += 1
        else if (state === 'failed') failed += 1
        else skipped += 1
      }
      // A file or a hook that failed counts, even when none of its tests did.
      if (module.state() === 'failed' && failed === counted) failed += 1
    }
    // After every other reporter's last line.
    process.once('exit', () => {
      process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
    })
  }
}
