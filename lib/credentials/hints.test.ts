import { describe, expect, it } from 'vitest'
import { type Hint, hintsOf, type Looked, type Seen } from './hints'

const now = new Date('2026-11-22T12:00:00-04:00')
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)

const nothing: Seen = { branches: [], departed: [], wrongSecrets: [], uses: [] }

/** Made 60 days ago, used today, with one permission and another expiry for each id. */
const key = (id: number, more: Partial<Looked> = {}): Looked => ({
  kind: 'api_key',
  id,
  name: `Caja ${id}`,
  createdAt: ago(60),
  lastUsedAt: now,
  expiresAt: ago(-100 - id),
  permissions: ['core.integrations'],
  ...more,
})

const client = (id: number, more: Partial<Looked> = {}): Looked => ({
  ...key(id),
  kind: 'oauth_client',
  expiresAt: null,
  ...more,
})

const both = ['core.integrations', 'core.consumptions.read']
const said = (hints: readonly Hint[]) => hints.map(({ kind, of }) => `${kind} ${of.map((one) => one.name).join()}`)

describe('hints on credentials', () => {
  it('say nothing of credentials that are in order', () => {
    expect(hintsOf(now, [key(1), key(2), client(1)], nothing)).toEqual([])
  })

  it('name what was not used for 30 days, made that long ago', () => {
    const live = [
      key(1, { lastUsedAt: null }),
      key(2, { lastUsedAt: null, createdAt: ago(29) }),
      key(3, { lastUsedAt: ago(30) }),
      key(4, { lastUsedAt: ago(29) }),
      client(1, { lastUsedAt: ago(31) }),
    ]
    expect(said(hintsOf(now, live, nothing))).toEqual(['unused Caja 1', 'unused Caja 3', 'unused Caja 1'])
  })

  it('name keys that end on the same day in Santo Domingo', () => {
    const at = (text: string) => ({ expiresAt: new Date(`${text}-04:00`) })
    const live = [
      key(1, at('2027-02-21T04:00:00')),
      key(2, at('2027-02-21T23:59:59')),
      key(3, at('2027-02-22T00:00:00')),
      client(1),
      client(2),
    ]
    expect(hintsOf(now, live, nothing)).toMatchObject([
      { kind: 'together', day: '2027-02-21', of: [{ id: 1 }, { id: 2 }] },
    ])
  })

  it('name a credential that sells in more than one branch', () => {
    const branches = [
      { kind: 'api_key', id: 1, branch: 'Baní' },
      { kind: 'api_key', id: 1, branch: 'Naco' },
      { kind: 'api_key', id: 2, branch: 'Baní' },
      { kind: 'oauth_client', id: 2, branch: 'Naco' },
      { kind: 'api_key', id: 9, branch: 'Naco' },
    ] as const
    const hints = hintsOf(now, [key(1), key(2), client(2)], { ...nothing, branches })
    expect(hints).toMatchObject([{ kind: 'branches', branches: ['Baní', 'Naco'], of: [{ kind: 'api_key', id: 1 }] }])
  })

  it('name a permission beside another that was not used, unless the calls are too many to know', () => {
    const live = [
      key(1, { permissions: both }),
      key(2, { permissions: both }),
      key(3),
      key(4, { permissions: both, createdAt: ago(3) }),
      client(1, { permissions: both }),
    ]
    const uses = [
      { kind: 'api_key', id: 1, reads: false, redeems: true },
      { kind: 'api_key', id: 2, reads: true, redeems: false },
      { kind: 'api_key', id: 3, reads: false, redeems: true },
    ] as const
    expect(hintsOf(now, live, { ...nothing, uses })).toMatchObject([
      { kind: 'permission', permission: 'core.consumptions.read', of: [{ id: 1 }] },
      { kind: 'permission', permission: 'core.integrations', of: [{ id: 2 }] },
    ])
    expect(hintsOf(now, live, { ...nothing, uses: undefined })).toEqual([])
  })

  it('name a credential whose maker left, and an address with many wrong secrets, first', () => {
    const wrong = (id: number, address: string, times: number) => ({ kind: 'api_key', id, address, times }) as const
    const hints = hintsOf(now, [key(1, { lastUsedAt: null }), key(2)], {
      ...nothing,
      departed: [{ kind: 'api_key', id: 2, maker: 'Ana' }],
      wrongSecrets: [
        wrong(1, '10.0.0.1', 12),
        wrong(2, '10.0.0.1', 8),
        wrong(1, '10.0.0.2', 19),
        wrong(7, '10.0.0.3', 99),
      ],
    })
    expect(said(hints)).toEqual(['address Caja 1,Caja 2', 'departed Caja 2', 'unused Caja 1'])
    expect(hints[0]).toMatchObject({ address: '10.0.0.1', times: 20 })
  })
})
