/** Waits that a stopping process can end. They hold nothing: no connection, no lock. */
export class Delays {
  readonly #waiting = new Set<() => void>()
  #isOver = false

  wait(ms: number): Promise<void> {
    if (this.#isOver) return Promise.resolve()
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        this.#waiting.delete(end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      this.#waiting.add(end)
    })
  }

  /** Ends all of them, and lets nobody wait from now on. */
  end(): void {
    this.#isOver = true
    for (const end of this.#waiting) end()
  }
}
