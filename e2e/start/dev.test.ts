import { stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '@/server/settings'
import { devProgram, startWholeService } from '../fixtures/whole-service'

/** How often the API has started, as its log tells. */
const starts = (said: string): number => said.split('the integration API listens').length - 1

it('npm run dev brings up everything from the sources with nothing set, and starts the API again when one changes', async () => {
  const service = await startWholeService({ LOG_LEVEL: 'info', NODE_ENV: 'development' }, devProgram)
  expect(service.said).toContain('The demo network is loaded.')
  const page = await fetch(`${service.offices}/sign-in`)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('</html>')])
  expect((await fetch(`${service.api}/api/v1/integrations/identification-types`)).status).toBe(401)

  // Given an earlier time, not changed, and its own time back: other tests run from a build meanwhile, and a later time than the build's
  // would have the service built again beneath them, by two at once.
  const source = join(projectRoot, 'lib/http/texts.ts')
  const { atime, mtime } = await stat(source)
  await utimes(source, atime, new Date(mtime.getTime() - 60_000))
  await expect.poll(() => starts(service.log()), { timeout: 60_000 }).toBeGreaterThanOrEqual(2)
  await utimes(source, atime, mtime)
  await expect.poll(async () => (await fetch(`${service.api}/health/ready`).catch(() => undefined))?.status).toBe(200)
  expect((await service.stop()).code).toBe(0)
})
