/** The run is worth nothing: an answer was wrong or refused, or a part did not work. */
export class VoidRun extends Error {}

/** What must be undone at the end, whatever happens: in reverse order, each once. */
export class Cleanups {
  readonly #steps: (() => Promise<unknown>)[] = []
  #running: Promise<void> | undefined

  constructor() {
    for (const [signal, exitCode] of [['SIGINT', 130] as const, ['SIGTERM', 143] as const]) {
      process.on(signal, () => {
        process.stderr.write(`\n${signal}: cleaning up\n`)
        void this.run().finally(() => process.exit(exitCode))
      })
    }
  }

  add(step: () => Promise<unknown>): void {
    this.#steps.push(step)
  }

  /** Never throws: what cannot be undone is reported, and the rest is undone. */
  run(): Promise<void> {
    this.#running ??= this.#undo()
    return this.#running
  }

  async #undo(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      await step().catch((error) => process.stderr.write(`while cleaning up: ${error}\n`))
    }
  }
}
