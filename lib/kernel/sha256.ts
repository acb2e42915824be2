import { hash } from 'node:crypto'

/**
 * The 32 bytes of SHA-256 (FIPS 180-4). They come by way of a text with a character for each byte: a Buffer that Node makes of a digest by
 * itself takes three times as long as both. They lie in a block that small Buffers share: who keeps them for long keeps a copy.
 */
export const sha256 = (data: string | Buffer): Buffer => Buffer.from(hash('sha256', data, 'binary'), 'binary')
