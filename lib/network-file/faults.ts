/** What is wrong at one JSON path of the network file. The message repeats no value: some are secrets and identifications. */
export type NetworkFault = { readonly path: string; readonly message: string }

/** The file does not fit and nothing of it was written (network.md): every fault that was found, each with its JSON path. */
export class NetworkFileFault extends Error {
  readonly faults: readonly NetworkFault[]

  constructor(faults: readonly NetworkFault[]) {
    super(`The network file does not fit: ${faults.length === 1 ? 'one fault' : `${faults.length} faults`}`)
    this.name = 'NetworkFileFault'
    this.faults = faults
  }
}
