/**
 * The link that hands a secret over (ADR-0038). Its fragment is 256 random bits, which a browser sends to nobody; two texts are derived
 * from them: the key that the secret is sealed with, which never leaves the browsers, and the handle by which the server finds what
 * was sealed. The server keeps the handle's digest alone, until whoever has the link tells it the handle. It runs in browsers.
 */

const bits = 256
const nonceBytes = 12
const cipher = 'AES-GCM'

/** Whether this browser can seal and open: it offers its cryptography on https, and on this machine. */
export const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined

const utf8 = new TextEncoder()

function textOf(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

async function derive(fragment: string, purpose: 'key' | 'handle'): Promise<ArrayBuffer> {
  const secret = await crypto.subtle.importKey('raw', bytesOf(fragment), 'HKDF', false, ['deriveBits'])
  const info = utf8.encode(`aliado hand-off ${purpose} v1`)
  return crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }, secret, bits)
}

const keyOf = async (fragment: string, use: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', await derive(fragment, 'key'), cipher, false, [use])

const handleOf = async (fragment: string): Promise<string> => textOf(new Uint8Array(await derive(fragment, 'handle')))

/** A secret sealed for whoever gets the link: all but `fragment` may be sent to the server. */
export async function sealSecret(
  secret: string,
): Promise<{ fragment: string; handleHash: string; ciphertext: string }> {
  const fragment = textOf(crypto.getRandomValues(new Uint8Array(bits / 8)))
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const key = await keyOf(fragment, 'encrypt')
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: cipher, iv: nonce }, key, utf8.encode(secret)))
  const handle = utf8.encode(await handleOf(fragment))
  return {
    fragment,
    handleHash: textOf(new Uint8Array(await crypto.subtle.digest('SHA-256', handle))),
    ciphertext: textOf(new Uint8Array([...nonce, ...sealed])),
  }
}

/** What a secret of ours is written with: no other text is shown as one, nor written into a file. */
const secretPattern = /^[A-Za-z0-9_.]{1,200}$/

/** Opens what was sealed for the link with that fragment. Throws when it was sealed for another, or was altered. */
export async function openSecret(fragment: string, ciphertext: string): Promise<string> {
  const bytes = bytesOf(ciphertext)
  const iv = bytes.subarray(0, nonceBytes)
  const key = await keyOf(fragment, 'decrypt')
  const opened = await crypto.subtle.decrypt({ name: cipher, iv }, key, bytes.subarray(nonceBytes))
  const secret = new TextDecoder().decode(opened)
  if (!secretPattern.test(secret)) throw new Error('this is no secret of ours')
  return secret
}

/** The page where a link leads. */
const installerPath = '/installer'

export const linkOf = (origin: string, fragment: string): string => `${origin}${installerPath}#${fragment}`

/** The fragment of a link and its handle; undefined for one that was cut off, or is none of ours. */
export async function readFragment(hash: string): Promise<{ fragment: string; handle: string } | undefined> {
  const fragment = /^#([A-Za-z0-9_-]{43})$/.exec(hash)?.[1]
  return fragment === undefined ? undefined : { fragment, handle: await handleOf(fragment) }
}

/** Whether a text has the shape of a handle: no other is looked up. */
export const isHandle = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)
