import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram, onceThisProcessIsGone } from '../fixtures/program'

/** What an image says of how it is run. */
export type ImageSettings = {
  readonly user: string
  readonly cmd: readonly string[]
  readonly env: readonly string[]
  readonly folder: string
  readonly stopSignal: string
  readonly healthCheck: readonly string[]
}

/** An image of this machine, as a folder that containers have as their root. */
export type OpenImage = { readonly settings: ImageSettings; readonly root: string; close(): Promise<void> }

type Inspected = {
  Docker: {
    config: {
      User: string
      Cmd: string[]
      Env: string[]
      WorkingDir: string
      StopSignal: string
      Healthcheck?: { Test: string[] }
    }
  }
}

const buildah = (...args: string[]): string => execFileSync('buildah', args, { encoding: 'utf8' }).trim()

export function openImage(name: string): OpenImage {
  const container = buildah('from', '--pull-never', name)
  const { Docker }: Inspected = JSON.parse(buildah('inspect', container))
  const { config } = Docker
  return {
    settings: {
      user: config.User,
      cmd: config.Cmd,
      env: config.Env,
      folder: config.WorkingDir,
      stopSignal: config.StopSignal,
      healthCheck: config.Healthcheck?.Test ?? [],
    },
    root: buildah('mount', container),
    close: async () => void buildah('rm', container),
  }
}

export type Container = {
  /** Its first process, by the number that this machine knows it by. */
  pid(): Promise<number>
  log(): string
  /** What a command says in it, and its exit code. */
  exec(...args: string[]): Promise<{ code: number; said: string }>
  signal(name: string): void
  /** Ends all of its processes at once, whatever state it is in. */
  remove(): Promise<void>
  readonly ended: Promise<number>
}

/** crun refuses to work where both versions of cgroups are mounted, even when it is to use none: it is shown neither. */
const alone = ['--mount', 'sh', '-c', 'mount -t tmpfs tmpfs /sys/fs/cgroup && exec "$@"', 'sh']

/**
 * As `deploy/compose.yaml` has them: the user of the image, no rights, the root read-only, /tmp in memory, the network of the machine. Its
 * processes end with the test's own process at the latest.
 */
export async function startContainer(
  { root, settings }: Pick<OpenImage, 'root' | 'settings'>,
  variables: Readonly<Record<string, string>>,
  args: readonly string[] = settings.cmd,
): Promise<Container> {
  const crun = findProgram('crun', 'crun')
  const name = `aliado-${randomBytes(4).toString('hex')}`
  const bundle = await mkdtemp(join(tmpdir(), `${name}-`))
  const [uid = 0, gid = 0] = settings.user.split(':').map(Number)
  const tmpfs = (destination: string, ...options: string[]) => ({
    destination,
    type: 'tmpfs',
    source: 'tmpfs',
    options: ['nosuid', ...options],
  })
  const config = {
    ociVersion: '1.0.2',
    process: {
      user: { uid, gid },
      cwd: settings.folder,
      args,
      env: [...settings.env, ...Object.entries(variables).map(([variable, value]) => `${variable}=${value}`)],
      capabilities: {},
      noNewPrivileges: true,
    },
    root: { path: root, readonly: true },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      tmpfs('/dev', 'mode=755'),
      tmpfs('/tmp', 'nodev', 'mode=1777'),
    ],
    linux: { namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })) },
  }
  await writeFile(join(bundle, 'config.json'), JSON.stringify(config))
  const state = [crun, '--root', join(bundle, 'crun'), '--cgroup-manager=disabled']
  const child: ChildProcess = spawn('unshare', [...alone, ...state, 'run', '--bundle', bundle, name], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const remove = ['delete', '--force', name]
  const removal = ['unshare', ...alone, ...state, ...remove]
  const guard = onceThisProcessIsGone('kill -KILL "$1"; folder=$2; shift 2; "$@"; rm -r "$folder"', [
    String(child.pid),
    bundle,
    ...removal,
  ])
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk))
  let over = false
  const ended = once(child, 'close').then(async ([code]) => {
    over = true
    guard.kill('SIGKILL')
    await rm(bundle, { recursive: true })
    return typeof code === 'number' ? code : -1
  })
  const run = (...command: string[]) =>
    new Promise<{ code: number; said: string }>((resolve) => {
      execFile('unshare', [...alone, ...state, ...command], (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr }),
      )
    })
  return {
    pid: async () => Number(JSON.parse((await run('state', name)).said).pid),
    log: () => said,
    exec: (...command) => run('exec', '--cwd', settings.folder, name, ...command),
    signal: (signal) => void run('kill', name, signal),
    remove: async () => {
      if (!over) await run(...remove)
      await ended
    },
    ended,
  }
}
