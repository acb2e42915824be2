import { appendFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * Writes a failure to the file that `FAILURES_FILE` names, where it is set: `.ci/run` repeats them all at its end, since of a long
 * output often the end alone is kept.
 */
export function recordFailure(title: string, texts: readonly string[]): void {
  const file = process.env.FAILURES_FILE
  if (!file) return
  appendFileSync(file, stripVTControlCharacters(`\nFAIL  ${title}\n${texts.join('\n')}\n`))
}
