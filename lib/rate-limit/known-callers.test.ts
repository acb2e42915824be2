import { describe, expect, it } from 'vitest'
import { KnownCallers } from './known-callers'

const key = { name: 'testAAAAAAAAAAAA', secretHash: Buffer.alloc(32, 1) }
const token = { name: '04'.repeat(32) }

describe('callers that are known', () => {
  it('are known by what they presented, as a whole', () => {
    const known = new KnownCallers()
    known.remember(key, 'api_key:7')
    known.remember(token, 'oauth_client:8')
    expect(known.bucketOf({ ...key, secretHash: Buffer.alloc(32, 1) })).toBe('api_key:7')
    expect(known.bucketOf(token)).toBe('oauth_client:8')
    expect(known.bucketOf({ ...key, secretHash: Buffer.alloc(32, 2) })).toBeUndefined()
    expect(known.bucketOf({ name: key.name })).toBeUndefined()
    expect(known.bucketOf({ ...token, secretHash: Buffer.alloc(32, 1) })).toBeUndefined()
    expect(known.bucketOf({ name: 'testBBBBBBBBBBBB', secretHash: key.secretHash })).toBeUndefined()
  })

  it('stay known when the digest that was presented is written over', () => {
    const known = new KnownCallers()
    const presented = Buffer.alloc(32, 1)
    known.remember({ name: key.name, secretHash: presented }, 'api_key:7')
    presented.fill(2)
    expect(known.bucketOf(key)).toBe('api_key:7')
  })

  it('are forgotten, also when there are too many of them', () => {
    const known = new KnownCallers()
    known.remember(key, 'api_key:7')
    known.forget(key)
    expect(known.bucketOf(key)).toBeUndefined()
    known.remember(key, 'api_key:7')
    for (let n = 0; n < 20_000; n++) known.remember({ name: `${n}` }, 'x')
    expect(known.bucketOf(key)).toBeUndefined()
  })
})
