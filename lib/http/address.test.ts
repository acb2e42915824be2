import { describe, expect, it } from 'vitest'
import { parseEnv } from '@/lib/env'
import { clientAddress } from './address'
import { setPeerAddress } from './peer-address'

const needed = { DATABASE_URL: 'postgres://db/aliado', DATA_KEY: Buffer.alloc(32).toString('base64') }

type Written = { forwardedFor?: string; peer?: string; hops?: number; from?: string }

function addressOf({ forwardedFor, peer, hops = 0, from = '10.0.0.0/8' }: Written): string | null {
  const headers: Record<string, string> = forwardedFor === undefined ? {} : { 'X-Forwarded-For': forwardedFor }
  const request = new Request('http://localhost/', { headers })
  if (peer !== undefined) setPeerAddress(request, peer)
  return clientAddress(request, parseEnv({ ...needed, TRUSTED_PROXY_HOPS: String(hops), TRUSTED_PROXIES: from }))
}

describe('the address of a caller', () => {
  it('is the socket’s while no proxy of ours is in front, whatever the caller writes', () => {
    expect(addressOf({ forwardedFor: '203.0.113.9', peer: '198.51.100.1' })).toBe('198.51.100.1')
    expect(addressOf({ forwardedFor: '203.0.113.9', peer: '10.0.0.1' })).toBe('10.0.0.1')
    expect(addressOf({ peer: '198.51.100.1' })).toBe('198.51.100.1')
  })

  it('is written as people know it, though the socket speaks IPv6 too', () => {
    expect(addressOf({ peer: '::ffff:198.51.100.1' })).toBe('198.51.100.1')
    expect(addressOf({ peer: '2001:db8::ffff:1' })).toBe('2001:db8::ffff:1')
  })

  it('is what the farthest proxy of ours has seen: what stands before it was written by the caller', () => {
    expect(addressOf({ forwardedFor: '203.0.113.9', hops: 1, peer: '10.0.0.1' })).toBe('203.0.113.9')
    expect(addressOf({ forwardedFor: '6.6.6.6, 203.0.113.9', hops: 1, peer: '::ffff:10.0.0.1' })).toBe('203.0.113.9')
    const far = '6.6.6.6,203.0.113.9 , 10.0.0.2'
    expect(addressOf({ forwardedFor: far, hops: 2, peer: '10.0.0.1' })).toBe('203.0.113.9')
  })

  it('is the socket’s when the header says less than our proxies would have, or nonsense', () => {
    expect(addressOf({ hops: 1, peer: '10.0.0.1' })).toBe('10.0.0.1')
    expect(addressOf({ forwardedFor: '203.0.113.9', hops: 2, peer: '10.0.0.1' })).toBe('10.0.0.1')
    expect(addressOf({ forwardedFor: 'x'.repeat(65), hops: 1, peer: '10.0.0.1' })).toBe('10.0.0.1')
  })

  it('is the socket’s when it is no proxy of ours: who reaches the port past them writes what they like', () => {
    expect(addressOf({ forwardedFor: '203.0.113.9', hops: 1, peer: '198.51.100.1' })).toBe('198.51.100.1')
    expect(addressOf({ forwardedFor: '203.0.113.9', hops: 1, peer: '127.0.0.1' })).toBe('127.0.0.1')
    expect(addressOf({ forwardedFor: '203.0.113.9', hops: 1, peer: '2001:db8::1' })).toBe('2001:db8::1')
  })

  it('is taken from the proxies of this machine where no others are named', () => {
    expect(addressOf({ forwardedFor: '203.0.113.9', hops: 1, peer: '127.0.0.1', from: '' })).toBe('203.0.113.9')
    expect(addressOf({ forwardedFor: '203.0.113.9', hops: 1, peer: '::1', from: '' })).toBe('203.0.113.9')
    expect(addressOf({ forwardedFor: '203.0.113.9', hops: 1, peer: '10.0.0.1', from: '' })).toBe('10.0.0.1')
  })

  it('is not known where no door has said it', () => {
    expect(addressOf({ forwardedFor: '203.0.113.9' })).toBeNull()
    expect(addressOf({ forwardedFor: '203.0.113.9', hops: 1 })).toBeNull()
  })
})
