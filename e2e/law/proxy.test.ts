import { unstable_doesMiddlewareMatch } from 'next/experimental/testing/server'
import { describe, expect, it } from 'vitest'
import { config } from '@/proxy'
import { filesUnder, textOf } from './files'

/** What `proxy.ts` is asked about: Next keeps in memory, for it, the body of every request that its matcher takes. */

const uploads = filesUnder(['app'], /\/route\.ts$/)
  .filter((file) => /\bofficeUpload\(/.test(textOf(file)))
  .map((file) => file.replace(/^app|\/route\.ts$/g, ''))

const form = 'multipart/form-data; boundary=x'

const isAsked = (path: string, contentType?: string) =>
  unstable_doesMiddlewareMatch({
    config,
    url: `http://localhost:3000${path}`,
    headers: contentType === undefined ? {} : { 'content-type': contentType },
  })

describe('the proxy', () => {
  it('is asked about every page and action', () => {
    for (const path of ['/', '/portal', '/portal/catalog', '/portal/x/upload', '/company', '/me', '/nada', '/api']) {
      expect(isAsked(path), path).toBe(true)
      expect(isAsked(path, form), path).toBe(true)
    }
  })

  it('is not asked about the API, whose routes set their own headers', () => {
    for (const path of ['/api/v1/consumptions', '/connect/token', '/health/ready']) expect(isAsked(path)).toBe(false)
  })

  it('is not asked about the script of the developers’ pages, which a browser keeps (ADR-0062)', () => {
    expect(isAsked('/developers/script/x.js')).toBe(false)
    for (const path of ['/developers', '/developers/script', '/developers/scripts/x']) expect(isAsked(path)).toBe(true)
  })

  it('is asked about a route of uploads unless a form with a file comes, and there are two of them at least', () => {
    expect(uploads.length).toBeGreaterThanOrEqual(2)
    for (const path of uploads) {
      expect(isAsked(path), path).toBe(true)
      expect(isAsked(path, 'text/csv'), path).toBe(true)
      expect(isAsked(path, form), path).toBe(false)
    }
  })
})
