import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixtures/test'

const root = join(import.meta.dirname, '../..')

const pages = [
  '/',
  '/nada',
  '/api',
  '/connect',
  '/health/nada',
  '/portal',
  '/%70ortal',
  '/.well-known/nada',
  '/_next/nada',
  '/portal/consumptions/%ff',
]

const nonceOf = (policy: string | undefined) => /'nonce-([^']+)'/.exec(policy ?? '')?.[1]

test.describe('every answer of the offices', () => {
  for (const path of pages) {
    test(`${path} has the headers that keep a page to itself (H-01, H-05, H-06)`, async ({ request }) => {
      const answer = await request.get(path, { maxRedirects: 0 })
      const headers = answer.headers()
      const policy = (headers['content-security-policy'] ?? '').split('; ')
      const nonce = nonceOf(headers['content-security-policy'])
      expect(nonce?.length).toBeGreaterThanOrEqual(22)
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'self'",
          `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
          "style-src 'self'",
          "object-src 'none'",
          "base-uri 'none'",
          "form-action 'self'",
          "frame-ancestors 'none'",
        ]),
      )
      expect(headers['content-security-policy']).not.toContain('unsafe')
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'x-frame-options': 'DENY',
      })
      // Next writes its own, which says the same and more.
      expect(headers['cache-control']).toMatch(/^private,.*\bno-store\b/)
      expect(headers['permissions-policy']).toContain('camera=()')
      expect(headers['x-powered-by']).toBeUndefined()
    })
  }

  test('tells nobody where a reader of the page of hand-offs came from', async ({ request }) => {
    const answer = await request.get('/installer')
    expect(answer.headers()['referrer-policy']).toBe('no-referrer')
    expect(answer.headers()['cache-control']).toMatch(/^private,.*\bno-store\b/)
    expect(answer.headers()['content-security-policy']).toContain("default-src 'self'")
  })

  test('has a nonce of its own, which each of its scripts carries and a browser cannot choose (H-02)', async ({
    request,
  }) => {
    const evil = { 'Content-Security-Policy': "script-src 'nonce-evil'", 'X-Nonce': 'evil' }
    const seen = new Set<string>()
    for (const headers of [{}, {}, evil]) {
      const answer = await request.get('/', { headers })
      const nonce = nonceOf(answer.headers()['content-security-policy'])
      const html = await answer.text()
      const scripts = html.match(/<script\b[^>]*>/g) ?? []
      expect(scripts.length).toBeGreaterThan(0)
      for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`)
      expect(html).not.toContain('evil')
      seen.add(nonce ?? '')
    }
    expect(seen.size).toBe(3)
  })

  test('is a page that does not exist where an address is no text', async ({ request }) => {
    for (const path of ['/%ff', '/portal/discounts/%ff', '/portal/integrations/keys/%E0%A4%A', '/company/%c0%80']) {
      const answer = await request.get(path, { maxRedirects: 0 })
      expect([answer.status(), await answer.text()], path).toEqual([
        404,
        expect.stringContaining('Esta página no existe'),
      ])
    }
  })

  test('is no image optimizer and no developer’s door (H-07)', async ({ request }) => {
    for (const path of ['/_next/image?url=%2Ffavicon.ico&w=64&q=75', '/_next/mcp', '/_next/webpack-hmr', '/.env']) {
      expect((await request.get(path)).status(), path).toBe(404)
    }
  })

  test('gives away no file that is none of its own (H-08)', async ({ request, page }) => {
    const maps: string[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) maps.push(`${response.url()}.map`)
    })
    await page.goto('/')
    expect(maps.length).toBeGreaterThan(0)
    for (const path of ['/.git/HEAD', '/package.json', '/.data/outbox', '/metrics', '/api/health/ready', ...maps]) {
      expect((await request.get(path)).status(), path).toBe(404)
    }
  })

  test('knows no setting of the service, nor do the scripts and styles of the build (H-10)', async () => {
    const names = [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^# ([A-Z_]{6,})=/gm)].map(
      ([, name]) => name ?? '',
    )
    const files = readdirSync(join(root, '.next/static'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    expect(files.length).toBeGreaterThan(10)
    for (const file of files) {
      const text = readFileSync(join(file.parentPath, file.name), 'utf8')
      expect(
        names.filter((name) => text.includes(name)),
        file.name,
      ).toEqual([])
    }
  })

  test('is taken for what it says it is, the files of the build too', async ({ request, page }) => {
    await page.goto('/')
    const script = await page.locator('script[src]').first().getAttribute('src')
    expect((await request.get(script ?? '')).headers()['x-content-type-options']).toBe('nosniff')
  })

  test('tells browsers to stay on https only where the offices are on https', async ({ request }) => {
    expect((await request.get('/')).headers()['strict-transport-security']).toBeUndefined()
  })

  test('cannot be shown in a frame (P-17)', async ({ page, watch }) => {
    watch.expectProblem(/frame/i)
    await page.goto('/')
    const url = page.url()
    await page.route('**/framing', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${url}"></iframe>` }),
    )
    await page.goto('/framing')
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveCount(0)
  })
})
