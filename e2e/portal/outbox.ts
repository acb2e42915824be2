import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { canary } from '../fixtures/canaries'

/** The path of the link in the newest mail of that kind to an address, once it has left the service. */
export async function mailedPath(kind: string, email: string): Promise<string> {
  const folder = process.env.PORTAL_OUTBOX ?? ''
  let path = ''
  await expect(async () => {
    const files = (await readdir(folder)).filter((name) => name.endsWith(`-${kind}.eml`))
    const newest = files.toSorted((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))
    const mails = await Promise.all(newest.map((name) => readFile(join(folder, name), 'utf8')))
    const mail = mails.find((text) => text.includes(`To: ${email}`)) ?? ''
    const plain = mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
    path = /https?:\/\/[^/\s]+(\/[a-z/-]+\?token=[A-Za-z0-9]{43})/.exec(plain)?.[1] ?? ''
    expect(path).not.toBe('')
  }).toPass({ timeout: 15_000 })
  canary(path.split('token=')[1] ?? '')
  return path
}
