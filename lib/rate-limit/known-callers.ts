const knownMax = 20_000

/** What a caller presents: a key's prefix with the digest of its secret, or a token's digest alone. */
export type PresentedAs = { readonly name: string; readonly secretHash?: Buffer }

type Known = { readonly bucket: string; readonly secretHash: Buffer | undefined }

/**
 * In which bucket the calls of a key or a token are counted, for those that were accepted before under the usual rule: so that a call can
 * be counted before its credential is read (ADR-0076). It grants nothing: the credential is read with the call (D57). Whoever presents
 * another secret under the same prefix is nobody that is known.
 */
export class KnownCallers {
  readonly #known = new Map<string, Known>()

  bucketOf({ name, secretHash }: PresentedAs): string | undefined {
    const known = this.#known.get(name)
    if (known === undefined) return undefined
    const isSame = secretHash === undefined ? known.secretHash === undefined : known.secretHash?.equals(secretHash)
    return isSame ? known.bucket : undefined
  }

  remember({ name, secretHash }: PresentedAs, bucket: string): void {
    if (this.#known.size >= knownMax) this.#known.clear()
    // A copy of its own: one of a few bytes may be a part of a block, which would be kept whole.
    this.#known.set(name, { bucket, secretHash: secretHash && Buffer.alloc(secretHash.length, secretHash) })
  }

  forget({ name }: PresentedAs): void {
    this.#known.delete(name)
  }
}
