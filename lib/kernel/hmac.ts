import { sha256 } from './sha256'

const blockBytes = 64
const digestBytes = 32

/**
 * HMAC with SHA-256 under one key (RFC 2104), for what is computed for each call: Node's own `Hmac` is an object that looks its algorithm
 * up and is collected afterwards, which takes several times as long as the two hashes. The same 32 bytes, as the tests hold.
 */
export class Hmac {
  readonly #inner: Buffer
  readonly #outer: Buffer

  constructor(key: Buffer) {
    const block = Buffer.alloc(blockBytes)
    if (key.length > blockBytes) sha256(key).copy(block)
    else key.copy(block)
    this.#inner = Buffer.from(block.map((byte) => byte ^ 0x36))
    this.#outer = Buffer.concat([Buffer.from(block.map((byte) => byte ^ 0x5c)), Buffer.alloc(digestBytes)])
  }

  of(text: string): Buffer {
    sha256(Buffer.concat([this.#inner, Buffer.from(text)])).copy(this.#outer, blockBytes)
    return sha256(this.#outer)
  }
}

const kept = new WeakMap<Buffer, Hmac>()

/** The same of a key that a process holds for as long as it runs. */
export function hmacOf(key: Buffer, text: string): Buffer {
  let hmac = kept.get(key)
  if (hmac === undefined) {
    hmac = new Hmac(key)
    kept.set(key, hmac)
  }
  return hmac.of(text)
}
