import type { Reporter, TestModule } from 'vitest/node'
import { recordFailure } from './failures'

/** Ends the run with the one line that says how it went: `N passed, N failed`. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0
    let failed = errors.length
    let skipped = 0
    for (const error of errors) recordFailure('outside every test', [faultText(error)])
    for (const module of modules) {
      const counted = failed
      for (const test of module.children.allTests()) {
        const { state, errors: faults } = test.result()
        if (state === 'passed') {
          passed += 1
        } else if (state === 'failed') {
          failed += 1
          recordFailure(`${module.relativeModuleId} › ${test.fullName}`, faults.map(faultText))
        } else {
          skipped += 1
        }
      }
      // A file or a hook that failed counts, even when none of its tests did.
      if (module.state() === 'failed' && failed === counted) {
        failed += 1
        recordFailure(module.relativeModuleId, module.errors().map(faultText))
      }
    }
    // After every other reporter's last line.
    process.once('exit', () => {
      process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
    })
  }
}

function faultText(fault: unknown): string {
  if (!(fault instanceof Object)) return String(fault)
  const { message = '', stack = message, diff = '' } = fault as { message?: string; stack?: string; diff?: string }
  const own = stack.split('\n').filter((line) => !line.includes('/node_modules/'))
  return [...own, diff].join('\n')
}
