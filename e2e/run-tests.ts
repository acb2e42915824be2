import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { findProgram } from './fixtures/program'

/**
 * `npm test`: everything that must hold. Checks first, then every suite, each whether or not the one before failed; the last line sums
 * up: `N passed, N failed`. A check that fails, and a suite that dies without a word, is one failure.
 */
const checks = ['types', 'style', 'imports', 'unused']
/** Each with the programs that it needs. */
const suites: Readonly<Record<string, readonly (keyof typeof packages)[]>> = {
  'test:unit': ['mcs', 'php', 'python3'],
  'test:portal': ['chromium-headless-shell', 'curl', 'python3'],
}
/** The Debian packages that bring a program, and after it what it needs itself. */
const packages = {
  chromium: ['chromium'],
  'chromium-headless-shell': ['chromium-headless-shell'],
  curl: ['curl'],
  mcs: ['mono-mcs', 'mono-runtime', 'libmono-system-net-http4.0-cil', 'libmono-system-runtime-serialization4.0-cil'],
  php: ['php-cli', 'php-curl'],
  python3: ['python3'],
} as const
/** What does instead of a program that is not there and cannot be installed. */
const standIns: Partial<Record<keyof typeof packages, keyof typeof packages>> = {
  'chromium-headless-shell': 'chromium',
}

const total = { passed: 0, failed: 0, skipped: 0 }

async function run(script: string): Promise<{ code: number; output: string }> {
  const child = spawn('npm', ['run', '-s', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk)
    // The last line is all that is wanted.
    output = (output + chunk.toString()).slice(-2_000)
  })
  const [code] = await once(child, 'close')
  return { code: typeof code === 'number' ? code : 1, output }
}

const mayInstall = process.getuid?.() === 0 && !spawnSync('apt-get', ['--version']).error

const isInstalled = (name: string): boolean =>
  /^Status: install ok installed$/m.test(spawnSync('dpkg', ['-s', name], { encoding: 'utf8' }).stdout ?? '')

function has(name: keyof typeof packages): boolean {
  try {
    findProgram(name, packages[name].join(' '))
    return true
  } catch {
    return false
  }
}

/** Finds a program that tests need, or installs it where that is ours to do. */
function ensureProgram(name: keyof typeof packages): void {
  const [own, ...others] = packages[name]
  const standIn = standIns[name]
  if (has(name) && (!mayInstall || others.every(isInstalled))) return
  if (mayInstall) {
    const quiet = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' } as const
    spawnSync('apt-get', ['update', '-qq'], quiet)
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', own, ...others], quiet)
  }
  if (standIn !== undefined && !has(name)) ensureProgram(standIn)
  else findProgram(name, packages[name].join(' '))
}

// At once: each leaves a core idle for a part of its time.
const checked = await Promise.all(checks.map(async (check) => ({ check, ...(await run(check)) })))
for (const { check, code } of checked) {
  if (code !== 0) total.failed += 1
  console.log(`${check}: ${code === 0 ? 'ok' : 'FAILED'}`)
}
for (const [suite, programs] of Object.entries(suites)) {
  try {
    programs.forEach(ensureProgram)
    const { code, output } = await run(suite)
    const counts = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1)
    const [passed = 0, failed = 0, skipped = 0] = (counts ?? []).slice(1).map((count) => Number(count ?? 0))
    total.passed += passed
    total.skipped += skipped
    total.failed += failed === 0 && (code !== 0 || !counts) ? 1 : failed
  } catch (error) {
    console.error(`${suite}: ${error instanceof Error ? error.message : error}`)
    total.failed += 1
  }
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
process.exitCode = total.failed + total.skipped > 0 ? 1 : 0
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
