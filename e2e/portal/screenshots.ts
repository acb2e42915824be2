import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { connect } from '@/db/client'
import { findBrowser } from '../fixtures/program'
import { looks } from './fixtures/page-checks'
import { startPortal } from './fixtures/service'
import { scenes } from './scenes/all'
import type { Scene } from './scenes/scene'

/**
 * `npm run screenshots [word…]`: every scene in both languages, at both sizes, light and dark, into test-results/screenshots, for a person to
 * look at. With words, only the scenes that are named so.
 */
const folder = join(import.meta.dirname, '../../test-results/screenshots')
const languages = ['es', 'en'] as const

async function sendOne(browser: Browser, scene: Scene, origin: string, sql: ReturnType<typeof connect>): Promise<void> {
  for (const language of languages) {
    const context = await browser.newContext({ baseURL: origin, locale: language === 'es' ? 'es-DO' : 'en-US' })
    const page = await context.newPage()
    try {
      await scene.open(page, { sql, language, url: origin })
      for (const { width, height, colorScheme } of looks) {
        await page.setViewportSize({ width, height })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const name = `${scene.name}.${language}.${width}.${colorScheme}.png`
        // A chart is drawn when it is scrolled to.
        for (const figure of await page.getByRole('figure').all()) await figure.scrollIntoViewIfNeeded()
        await page.evaluate(() => scrollTo({ top: 0 }))
        await page.screenshot({ path: join(folder, name), fullPage: scene.fullPage ?? true, animations: 'disabled' })
      }
      console.log(`${scene.name} ${language}`)
    } finally {
      await context.close()
    }
  }
}

const words = process.argv.slice(2)
const chosen = scenes.filter((scene) => words.length === 0 || words.some((word) => scene.name.includes(word)))
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const portal = await startPortal()
Object.assign(process.env, portal.variables)
const sql = connect(portal.variables.PORTAL_DATABASE_URL, {
  poolMax: 2,
  applicationName: 'screenshots',
  statementTimeoutMs: 30_000,
  lockTimeoutMs: 10_000,
})
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  for (const scene of chosen) {
    // What cannot be shown does not hide the others.
    await sendOne(browser, scene, portal.variables.PORTAL_URL, sql).catch((error) => {
      console.error(scene.name, error)
      process.exitCode = 1
    })
  }
} finally {
  await browser.close()
  await sql.end({ timeout: 5 })
  await portal.stop()
}
console.log(`${chosen.length} scenes in ${folder}`)
