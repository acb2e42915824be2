import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { withoutPackages, withPackages } from '@/server/build'
import { asPublished, driverFolder, files } from '@/server/mend-driver'
import { projectRoot } from '@/server/settings'
import { type Cleanups, VoidRun } from './cleanups'

const api = { api: 'server/api.ts' } as const

const programs = {
  statements: 'bench/statements-process.ts',
  load: 'bench/load-process.ts',
  soak: 'bench/soak-process.ts',
} as const

/** Those have the driver as npm publishes it, since whoever writes such a program gets that one. */
const baselines = {
  naive: 'bench/naive-fastify.ts',
  single: 'bench/single-statement-fastify.ts',
  oidc: 'bench/oidc-provider.ts',
} as const

export type Program = keyof typeof api | keyof typeof programs | keyof typeof baselines

/** Where each program is, bundled like the service's own (server/build.ts), so that none spends time compiling its sources. */
export type Bundles = Readonly<Record<Program, string>>

export async function bundlePrograms(cleanups: Cleanups): Promise<Bundles> {
  const outdir = await bundle(projectRoot, api, cleanups, withPackages)
  await bundle(projectRoot, programs, cleanups)
  await bundle(projectRoot, baselines, cleanups, { ...withoutPackages, plugins: [withPublishedDriver] })
  const names = Object.keys({ ...api, ...programs, ...baselines }) as Program[]
  return Object.fromEntries(names.map((name) => [name, join(outdir, `${name}.js`)])) as Record<Program, string>
}

/** The API of another checkout of this repository, which has its own node_modules. */
export const bundleApiOf = async (checkout: string, cleanups: Cleanups): Promise<string> =>
  join(await bundle(resolve(checkout), api, cleanups, withPackages), 'api.js')

const withPublishedDriver: Plugin = {
  name: 'the published driver',
  setup({ onResolve, onLoad }) {
    const corrected = files.map(({ path }) => join(driverFolder, path))
    onResolve({ filter: /^postgres$/ }, () => ({ path: join(driverFolder, 'src/index.js') }))
    onLoad({ filter: /\.js$/ }, async ({ path }) =>
      corrected.includes(path) ? { contents: asPublished(await readFile(path, 'utf8')) } : undefined,
    )
  },
}

async function bundle(
  root: string,
  entryPoints: Record<string, string>,
  cleanups: Cleanups,
  options: BuildOptions = withoutPackages,
): Promise<string> {
  const outdir = join(root, '.build', `bench-${process.pid}`)
  await mkdir(outdir, { recursive: true })
  cleanups.add(() => rm(outdir, { recursive: true, force: true }))
  await build({ ...options, absWorkingDir: root, entryPoints, outdir })
  return outdir
}

export type RunningProcess = { readonly child: ChildProcess; readonly pid: number; stop(): Promise<void> }

/**
 * Starts a program, its standard output thrown away. It is stopped by the clean-ups, and at the latest when this process ends.
 */
export const startProcess = (
  program: string,
  variables: Record<string, string>,
  cleanups: Cleanups,
  nodeOptions: readonly string[] = [],
): RunningProcess => startCommand([...nodeOptions, program], variables, cleanups)

/** The same for what Node is given as it stands. */
export function startCommand(
  command: readonly string[],
  variables: Record<string, string>,
  cleanups: Cleanups,
): RunningProcess {
  const child = spawn(process.execPath, command, {
    cwd: projectRoot,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...variables },
  })
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    const force = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await exited
    clearTimeout(force)
  }
  cleanups.add(stop)
  return { child, pid: child.pid ?? 0, stop }
}

/** The messages of a process, in order; none is lost between two calls. */
export class Inbox {
  readonly #messages: unknown[] = []
  readonly #child: ChildProcess
  #wake = () => {}

  constructor(child: ChildProcess) {
    this.#child = child
    child.on('message', (message) => {
      this.#messages.push(message)
      this.#wake()
    })
    child.on('exit', () => this.#wake())
  }

  /** Throws VoidRun when the process ends without another message. */
  async next<T>(): Promise<T> {
    while (this.#messages.length === 0) {
      const { exitCode, signalCode, spawnargs } = this.#child
      if (exitCode !== null || signalCode !== null) {
        throw new VoidRun(`a process ended with ${signalCode ?? exitCode}: ${spawnargs.at(-1)}`)
      }
      await new Promise<void>((wake) => {
        this.#wake = wake
      })
    }
    return this.#messages.shift() as T
  }
}

/** Starts a server, and says where it listens. */
export async function startServer(
  program: string,
  variables: Record<string, string>,
  cleanups: Cleanups,
  nodeOptions: readonly string[] = [],
): Promise<RunningProcess & { readonly url: string }> {
  const running = startProcess(program, variables, cleanups, nodeOptions)
  const { listening } = await new Inbox(running.child).next<{ listening: number }>()
  return { ...running, url: `http://${variables.HOST ?? '127.0.0.1'}:${listening}` }
}
