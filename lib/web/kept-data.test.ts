import { beforeAll, describe, expect, it, vi } from 'vitest'
import { openTotpSecret } from '@/lib/accounts/seal'
import { fingerprint } from '@/lib/http/idempotency-key'
import { service } from '@/lib/http/service'
import { decryptIdentification, hmacIdentification } from '@/lib/identification/identification'
import { openImport } from '@/lib/imports/sealed-import'
import { presentedCollaboratorToken } from './collaborator-cookie'
import { presentedDevice } from './device-cookie'
import { officeService } from './office-service'
import { presentedToken } from './session-cookie'

/** What version 0.1.0 kept under this key, on 22 November 2026. None of it may ever change here: it stands for data of installations. */
const dataKey = Buffer.from('the data key of the golden tests').toString('base64')
const sealedAt = new Date(1_795_343_386_000)

const token = 'Golden0123456789Golden0123456789Golden01234'

const sealed = {
  identification: '0f9dc8ceb3c19acf057419efec2b833c8524cc6e47070bc562e868a55f20fb50eec8585246f75f',
  totpSecret: '2f26213d8a32464bce6bb3484ac318d162c07e44f5657572241e8ea320d766e1891cf5765182232b59314c29',
  rows: 'a2e2bd6cf8fe715cf29cae9ff97a394df65505bdcc7698d55af5ce06759fe6854ae410bb6c7ad39f0269d11072d7457a83b7b33ca58856464c5f2f06b801e5a82e6432b7a2446aa3ea11c10fbaf31fcd93ec1bbaf6c58b066f0f9d3b358206be18',
  cookies: {
    aliado:
      'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..WvXipZnEG2TCCa6o.MPpm1x8Xx0cajqcGcXMFQ5YqA9amHmJvzchLDNtGqUn4RZsgonnjWie7IvZb23jxll_FYU29aXmZX5ysws16tXUsFSZ2e6yTHgZpJXqS8Ho3IRK5RUUwok97BCLid5IpvfXk6zsy7pAAnxpytGYA3VUKUzB_ZRMf5tspwbElMqgDE2Et.quUjdwnmVrg2g1yTANZoWg',
    'aliado-me':
      'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..kd7PAiZ4aOYIVJ1-.HavC4UhOAx5_B7v_xJfEYKdhHOvRGjQJsA08YPLYexFNmjQjk7F2NW1IH0HOgA0Hwg5fhv1hc-Pzs3WzXzHVI9L49DO9o20Cd5Bz4u_6wHnWOrcs7kP_TQvXFH5VPWn7yBxbBysPRvD9u8fwBh6dqLDK94i60KwgyzqA4QLUMtrhEjd4._7SOeMsQlTW14JtZMZIIGA',
    'aliado-device':
      'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..0ynIFU4mYxQMcKh-.MSyDs8nzRfgz5o1sVlU0Lm7lTyEEIu3PZekx3bKHDOn1VQ6BUos9jEbSPhFMBGtDBqX5ttQXkqLuPmyAwlL1eIPt1wcibsSe7Qtk4aiJENewq5eQI0XgieiI7cq7ZAg9zT9iVqNUlcXc6qp-3Xraa9xPjd8khWE9KcBlLrq-yC4ZxLNG.QV-glJLXUc6GUMLsDhBxEA',
  },
}

const browser = new Map<string, string>(Object.entries(sealed.cookies))

vi.mock('next/headers', () => ({
  cookies: async () => ({ get: (name: string) => ({ value: browser.get(name) }) }),
}))

const bytes = (hex: string) => Buffer.from(hex, 'hex')

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none')
  vi.stubEnv('DATA_KEY', dataKey)
  vi.useFakeTimers({ toFake: ['Date'], now: sealedAt })
  return () => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
  }
})

describe('what version 0.1.0 kept', () => {
  it('has the same derived keys', () => {
    const { identificationKeys, totpKey, importKey, cookieSecret } = officeService()
    const inHex = (key: Buffer | string | undefined) => (typeof key === 'string' ? key : key?.toString('hex'))
    expect({
      identificationHmac: inHex(identificationKeys.hmac),
      identificationEncryption: inHex(identificationKeys.encryption),
      totp: inHex(totpKey.get(1)),
      import: inHex(importKey.get(1)),
      cookie: inHex(cookieSecret),
      fingerprint: inHex(service().fingerprintKey),
    }).toEqual({
      identificationHmac: '05931f82b2f78a096fc7523e2e6b636bd0e043df27538763620c78a4f02d1f04',
      identificationEncryption: '0df08b8623e3b2715e42f935c8925eff60fff8de3d254208bbc2999d8f8e7337',
      totp: '9d487984b1e6d0223e61913c1e4d435bb9751be3d4272e5e305f3a6a94d49099',
      import: 'ca3e33c2b63eae3e90b5854f485daef116e24a9f2d517545803b64782fc4335b',
      cookie: 'b50a18e69b462ee05d556c7d946057e5b9bb3775a4e87f315a656eafaa8c5447',
      fingerprint: '0dad32c399403008733918c50b03460a5e86a10e884490cfa5637963119021b6',
    })
    expect(service().identificationKeys).toEqual(identificationKeys)
  })

  it('finds a collaborator, and shows the identification as it was written', () => {
    const keys = service().identificationKeys
    expect(hmacIdentification(keys, 1, 'ab12').toString('hex')).toBe(
      '109d04cee98c4304164274a57cf7b19bc3ecf44795b3d5a0822ff47f0e1c2d10',
    )
    expect(decryptIdentification(keys, bytes(sealed.identification), 1)).toBe('00112345678')
  })

  it('knows a repeated call by its fingerprint', () => {
    const input = { purchaseAmount: 12345n, reference: 'F-1' }
    expect(fingerprint(service().fingerprintKey, 'applyDiscount', input).toString('hex')).toBe(
      '12c759bc51a84a5ad2deee92e7377468cd67b1254f7c078c76bbb4d212d615c9',
    )
  })

  it('opens the shared secret of a two-step verification', () => {
    expect(openTotpSecret(officeService().totpKey, 5, { sealed: bytes(sealed.totpSecret), generation: 1 })).toBe(
      'JBSWY3DPEHPK3PXP',
    )
  })

  it('opens a file that waits for its confirmation', async () => {
    const holding = { importKey: officeService().importKey, tenant: { merchantId: 7 } }
    expect(
      await openImport(holding, { kind: 'articles' }, { sealedRows: bytes(sealed.rows), keyGeneration: 1 }),
    ).toEqual({
      unused: ['Nota'],
      lines: [[2, ['A-1', 'Café']]],
    })
  })

  it('opens the cookies of open sessions and of known devices, each by its own name only', async () => {
    const readers = {
      aliado: presentedToken,
      'aliado-me': presentedCollaboratorToken,
      'aliado-device': presentedDevice,
    }
    for (const [name, presented] of Object.entries(readers)) {
      expect(await presented(), name).toBe(token)
      for (const [other, cookie] of Object.entries(sealed.cookies)) {
        browser.set(name, cookie)
        expect(await presented(), `${other} as ${name}`).toBe(other === name ? token : undefined)
      }
    }
  })
})
