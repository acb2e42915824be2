import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isHandle, linkOf, openSecret, readFragment, sealSecret } from './link'

const secret = `ck_${'A'.repeat(16)}.${'b'.repeat(49)}`
const fragmentOf = (link: string) => new URL(link).hash

describe('a link that hands a secret over', () => {
  it('opens the secret that was sealed for it, by a handle whose digest was sent', async () => {
    const sealed = await sealSecret(secret)
    const read = await readFragment(fragmentOf(linkOf('https://oficina.example', sealed.fragment)))
    expect(read?.fragment).toBe(sealed.fragment)
    expect(isHandle(read?.handle ?? '')).toBe(true)
    const digest = createHash('sha256').update(read?.handle ?? '')
    expect(sealed.handleHash).toBe(digest.digest('base64url'))
    expect(await openSecret(sealed.fragment, sealed.ciphertext)).toBe(secret)
  })

  it('has 256 random bits in the fragment alone, and sends neither them nor the secret', async () => {
    const [one, other] = [await sealSecret(secret), await sealSecret(secret)]
    const link = new URL(linkOf('https://oficina.example', one.fragment))
    expect(`${link.origin}${link.pathname}${link.search}`).toBe('https://oficina.example/installer')
    expect(Buffer.from(one.fragment, 'base64url')).toHaveLength(32)
    expect(one.fragment).not.toBe(other.fragment)
    const { handle } = (await readFragment(`#${one.fragment}`)) ?? {}
    const known = Buffer.from(one.fragment, 'base64url')
    for (const sent of [one.handleHash, one.ciphertext, handle ?? '']) {
      expect(Buffer.from(sent, 'base64url').includes(known)).toBe(false)
      expect(Buffer.from(sent, 'base64url').includes(secret)).toBe(false)
    }
    // What the server keeps is no longer than the secret and what its cipher adds.
    expect(Buffer.from(one.ciphertext, 'base64url')).toHaveLength(secret.length + 12 + 16)
  })

  it('opens nothing that was sealed for another, or was altered', async () => {
    const [one, other] = [await sealSecret(secret), await sealSecret(secret)]
    await expect(openSecret(other.fragment, one.ciphertext)).rejects.toThrow()
    const altered = Buffer.from(one.ciphertext, 'base64url')
    altered[20] = (altered[20] ?? 0) ^ 1
    await expect(openSecret(one.fragment, altered.toString('base64url'))).rejects.toThrow()
  })

  it.each(['', '#', '#abc', `#${'a'.repeat(42)}`, `#${'a'.repeat(44)}`, `#${'a'.repeat(42)}!`])(
    'is none where the fragment is %j',
    async (hash) => {
      expect(await readFragment(hash)).toBeUndefined()
    },
  )

  it.each(['two\nlines', 'A=1 B=2', '<b>', ''])('does not show %j as a secret', async (text) => {
    const { fragment, ciphertext } = await sealSecret(text)
    await expect(openSecret(fragment, ciphertext)).rejects.toThrow()
  })
})
