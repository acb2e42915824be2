import { describe, expect, it } from 'vitest'
import { clientAddress, setPeerAddress } from './address'

function addressOf(forwardedFor: string | undefined, trustedHops: number, peer?: string): string | null {
  const headers: Record<string, string> = forwardedFor === undefined ? {} : { 'X-Forwarded-For': forwardedFor }
  const request = new Request('http://localhost/', { headers })
  if (peer !== undefined) setPeerAddress(request, peer)
  return clientAddress(request, trustedHops)
}

describe('the address of a caller', () => {
  it('is the socket’s while no proxy of ours is in front, whatever the caller writes', () => {
    expect(addressOf('203.0.113.9', 0, '198.51.100.1')).toBe('198.51.100.1')
    expect(addressOf(undefined, 0, '198.51.100.1')).toBe('198.51.100.1')
  })

  it('is written as people know it, though the socket speaks IPv6 too', () => {
    expect(addressOf(undefined, 0, '::ffff:198.51.100.1')).toBe('198.51.100.1')
    expect(addressOf(undefined, 0, '2001:db8::ffff:1')).toBe('2001:db8::ffff:1')
  })

  it('is what the farthest proxy of ours has seen: what stands before it was written by the caller', () => {
    expect(addressOf('203.0.113.9', 1, '10.0.0.1')).toBe('203.0.113.9')
    expect(addressOf('6.6.6.6, 203.0.113.9', 1, '10.0.0.1')).toBe('203.0.113.9')
    expect(addressOf('6.6.6.6,203.0.113.9 , 10.0.0.2', 2, '10.0.0.1')).toBe('203.0.113.9')
  })

  it('is the socket’s when the header says less than our proxies would have, or nonsense', () => {
    expect(addressOf(undefined, 1, '10.0.0.1')).toBe('10.0.0.1')
    expect(addressOf('203.0.113.9', 2, '10.0.0.1')).toBe('10.0.0.1')
    expect(addressOf('x'.repeat(65), 1, '10.0.0.1')).toBe('10.0.0.1')
  })

  it('is not known where no door has said it', () => {
    expect(addressOf('203.0.113.9', 0)).toBeNull()
  })
})
