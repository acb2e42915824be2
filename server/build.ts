import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Dirent, existsSync } from 'node:fs'
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { BuildOptions, Plugin } from 'esbuild'
import { mendDriver } from './mend-driver'
import { projectRoot } from './settings'

const inProject = (path: string) => join(projectRoot, path)

export const apiProgram = inProject('.build/api.js')
/**
 * What Node is told when it runs the API: old objects are collected when they have grown by half since the last time, where Node lets them
 * grow to several times as much, and young ones have 8 MiB, of which Node 20 takes 16 and Node 24 more (ADR-0074).
 */
export const apiOptions = ['--enable-source-maps', '--heap-growing-percent=50', '--max-semi-space-size=8'] as const
const officesDoor = inProject('.build/offices-door.js')
const nextProgram = inProject('node_modules/next/dist/bin/next')

/** `next start` behind a door of ours; its options follow. */
export const officesCommand = ['--import', pathToFileURL(officesDoor).href, nextProgram, 'start'] as const

/** Our own programs, by the name that each has in `.build/`. */
const api = {
  api: 'server/api.ts',
} as const
const programs = {
  'offices-door': 'server/offices-door.ts',
  'file-thread': 'lib/web/file-thread.ts',
} as const

/** What an operator runs where there is nothing but a build, such as in the image: each in one file. */
const commands = {
  'db-roles': 'server/db-roles.ts',
  'health-check': 'server/health-check.ts',
  'keys-rotate': 'server/keys-rotate.ts',
  'network-load': 'server/network-load.ts',
  'operator-invite': 'server/operator-invite.ts',
} as const

/** What the developers' pages run in a browser, in one file (ADR-0062). */
const pageScripts = { 'developers-page': 'app/developers/_script/page.ts' } as const

/** How esbuild makes a program of ours for Node. */
const forNode = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
} as const

/** A program that finds its packages where they are installed. */
export const withoutPackages = { ...forNode, packages: 'external' } as const

/**
 * pino asks from where it was called, which only its transports use, and we have none. From Node 22.12 on that reads the source map and
 * keeps each of its positions: 23 MiB (ADR-0094).
 */
const withoutCallers: Plugin = {
  name: 'pino without its callers',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]pino[/\\]lib[/\\]caller\.js$/ }, () => ({ contents: 'module.exports = () => []' }))
  },
}

/**
 * The API holds its packages: to find, read and compile them file by file takes half of a start. Its source map names lines and does not
 * repeat the sources, since Node reads it at every start and keeps it (ADR-0094). What it imports only when it is needed stays a file of
 * its own: production loads nothing of the test environment (ADR-0049).
 */
export const withPackages = {
  ...forNode,
  splitting: true,
  sourcesContent: false,
  plugins: [withoutCallers],
  // As Node chooses among what a package exports, and not as a bundler of pages.
  conditions: [],
  // For packages that ask by `require` for what Node brings.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'\nconst require = requireOf(import.meta.url)",
  },
} satisfies BuildOptions

const stamp = inProject('.build/stamp')
const bundles = Object.keys({ ...api, ...programs, ...commands, ...pageScripts }).map((name) =>
  inProject(`.build/${name}.js`),
)
const results = [...bundles, inProject('.next/BUILD_ID'), stamp]

/** What a build is made of. */
const sourceFolders = ['app', 'components', 'db', 'lib', 'server', 'public'].map(inProject)
const sourceFiles = [
  'package-lock.json',
  'next.config.js',
  'next.config.ts',
  'postcss.config.mjs',
  'proxy.ts',
  'instrumentation.ts',
].map(inProject)

/** Builds what is missing or older than its sources. A build is never repeated without a reason: it takes longer than a start. */
export async function buildWhenNeeded(signal?: AbortSignal): Promise<void> {
  // The offices' build does not contain the driver, and packages may have been installed anew since.
  await mendDriver()
  if (!results.every((file) => existsSync(file))) return build(signal)
  const { mtimeMs: builtAtMs } = await stat(stamp)
  if ((await newestChangeMs()) > builtAtMs) await build(signal)
}

/** Builds `.build/` (our own programs) and `.next` (the offices). Throws when either fails; `signal` abandons it. */
export async function build(signal?: AbortSignal): Promise<void> {
  const startedAt = new Date()
  console.error('Building the service')
  await mendDriver()
  await Promise.all([buildPrograms(), buildPageScripts(), buildOffices(signal)])
  await mkdir(inProject('.build'), { recursive: true })
  await writeFile(stamp, '')
  // A change while a build runs may not be in it.
  await utimes(stamp, startedAt, startedAt)
}

async function buildPrograms(): Promise<void> {
  const esbuild = await import('esbuild')
  const place = { absWorkingDir: projectRoot, outdir: inProject('.build') }
  await Promise.all([
    esbuild.build({ ...withPackages, ...place, entryPoints: api }),
    esbuild.build({ ...withoutPackages, ...place, entryPoints: programs, splitting: true }),
    esbuild.build({ ...withoutPackages, ...place, entryPoints: commands }),
  ])
}

export async function buildPageScripts(): Promise<void> {
  const esbuild = await import('esbuild')
  await esbuild.build({
    absWorkingDir: projectRoot,
    entryPoints: pageScripts,
    outdir: inProject('.build'),
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  })
}

/** The variables that a build may read. Its results go to browsers and into images, so it reads no setting of the service. */
const known =
  /^(PATH|HOME|TMPDIR|TEMP|TMP|LANG|LC_ALL|TZ|CI|SYSTEMROOT|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|NEXT_[A-Z_]+)$/i

/** The environment of a build: no secret is in it, so none can end up in what it makes. */
export const buildEnvironment = (variables: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(variables).filter(([name]) => known.test(name))),
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
})

async function buildOffices(signal: AbortSignal | undefined): Promise<void> {
  const child = spawn(process.execPath, [nextProgram, 'build'], {
    cwd: projectRoot,
    env: buildEnvironment(process.env),
    // Standard output is for the service's own logs.
    stdio: ['ignore', 2, 2],
    ...(signal ? { signal } : {}),
  })
  const [code, killedBy] = await once(child, 'exit')
  if (code !== 0) throw new Error(`next build failed (${killedBy ?? `exit code ${code}`})`)
}

/** Folders count by their own time too, so that a removal is seen. Tests are in no build. */
async function newestChangeMs(): Promise<number> {
  const entries = await Promise.all(
    sourceFolders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true }).catch((): Dirent[] => [])),
  )
  const files = entries.flat().filter((entry) => !/\.test\.tsx?$/.test(entry.name))
  const paths = [...sourceFolders, ...sourceFiles, ...files.map((entry) => join(entry.parentPath, entry.name))]
  const times = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  )
  return Math.max(...times)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build()
