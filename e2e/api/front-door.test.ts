import { describe, expect, it } from 'vitest'
import { send } from '../fixtures/client'
import { startApi } from './till'

/** Who comes to the API without knowing it learns where it is explained (D63; RFC 8631). */

const api = startApi()

const linksOf = (headers: Headers) =>
  [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="([^"]+)"/g)].map(([, url, rel]) => [
    rel,
    new URL(`${url}`).pathname,
  ])

const service = [
  ['service-doc', '/developers'],
  ['service-desc', '/api/v1/openapi.json'],
]

describe('the address of the API itself', () => {
  it('says where the documentation is, in the envelope of a success and in its headers, in both languages', async () => {
    for (const [language, title] of [
      ['es', 'API de integración de Aliado'],
      ['en', 'Aliado integration API'],
    ] as const) {
      const answer = await send(`${api().url}/`, { headers: { 'Accept-Language': language } })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
      expect(Object.keys(answer.body)).toEqual(['title', 'messages', 'value', 'meta'])
      expect(answer.body.title).toBe(title)
      expect(answer.body.value).toEqual({
        environment: 'test',
        documentation: expect.stringMatching(/^http.+\/developers$/),
        openApi: expect.stringMatching(/^http.+\/api\/v1\/openapi\.json$/),
        forMachines: expect.stringMatching(/^http.+\/llms\.txt$/),
      })
      expect(linksOf(answer.headers)).toEqual(service)
    }
  })

  it('is a page of links to a browser, which loads and runs nothing', async () => {
    const answer = await fetch(`${api().url}/`, { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    const html = await answer.text()
    expect(html).toContain('<html lang="es">')
    expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => new URL(`${href}`).pathname)).toEqual([
      '/developers',
      '/api/v1/openapi.json',
      '/',
    ])
    expect(html).not.toMatch(/<script|<style|style=/)
  })

  it('takes no other method', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await send(`${api().url}/`, { method })
      expect([method, answer.status, answer.body.code, answer.headers.get('allow')]).toEqual([
        method,
        405,
        'method_not_allowed',
        'GET, HEAD',
      ])
    }
    const head = await fetch(`${api().url}/`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })
})

describe('a path that does not exist', () => {
  it.each(['/api/v1/nothing', '/connect/nothing', '/eligibility'])('%s says where the paths are', async (path) => {
    for (const [language, says] of [
      ['es', 'La documentación está en '],
      ['en', 'The documentation is at '],
    ] as const) {
      const { status, body, headers } = await send(`${api().url}${path}`, { headers: { 'Accept-Language': language } })
      expect([status, Object.keys(body), body.code]).toEqual([404, ['code', 'title', 'messages'], 'not_found'])
      expect(body.messages).toEqual([{ message: expect.stringContaining(says) }])
      expect(body.messages[0].message).toMatch(/\/developers\.$/)
      expect(linksOf(headers)).toEqual([['help', '/developers/errors/not_found'], ...service])
    }
  })
})
