import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { apiOptions } from '@/server/build'
import { filesUnder, projectRoot, textOf } from './files'

/** What `deploy/` says of the service is true of it (ADR-0064). */

type Service = {
  readonly image: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly env_file?: string | readonly string[]
  readonly depends_on?: Readonly<Record<string, unknown>>
  readonly volumes?: readonly string[]
  readonly ports?: unknown
  readonly privileged?: unknown
  readonly network_mode?: string
  readonly user?: string
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly stop_grace_period?: string
}

const compose: { services: Readonly<Record<string, Service>> } = parse(textOf('deploy/compose.yaml'), { merge: true })
const services = Object.entries(compose.services)
const ours = services.filter(([, { image }]) => image.startsWith('aliado:'))

const units = filesUnder(['deploy/systemd'], /\.service$/).map((file) => ({ file, text: textOf(file) }))
const containerfile = textOf('deploy/Containerfile')
const nginx = textOf('docs/nginx.example.conf')

/** Those of the service, and those of Node, Next and the system that its programs read. */
const variables = new Set([
  ...[...textOf('lib/env.ts').matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name),
  ...['NODE_ENV', 'NEXT_TELEMETRY_DISABLED', 'PATH', 'TMPDIR'],
])

/** Every variable that is set, with its value. */
const set: readonly (readonly [name: string, value: string])[] = [
  ...ours.flatMap(([, { environment = {} }]) => Object.entries(environment)),
  ...units.flatMap(({ text }) =>
    [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
      line.split(' ').map((pair) => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? ''] as const),
    ),
  ),
  ...[...containerfile.matchAll(/(?:^ENV|^ {4})\s*([A-Z_]+)=(\S+)/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  ),
]

/** The programs of a build that are started, and the one of Next. */
const commands = [
  ...ours.flatMap(([, { command = [] }]) => command),
  ...[containerfile, ...units.map(({ text }) => text)].flatMap(
    (text) => text.match(/[\w./-]*\.build\/[\w-]+\.js/g) ?? [],
  ),
].filter((word) => word.includes('.build/'))

describe('deploy/', () => {
  it('sets variables that exist, and no secret', () => {
    expect(set.length).toBeGreaterThan(10)
    expect(set.filter(([name]) => !variables.has(name))).toEqual([])
    expect(set.filter(([name]) => /KEY|SECRET|PASSWORD|TOKEN|DATABASE_URL|SMTP/.test(name))).toEqual([])
  })

  it('starts programs that a build makes', () => {
    const built = new Set(
      [...textOf('server/build.ts').matchAll(/^ {2}'?([a-z-]+)'?: '(?:server|lib)\//gm)].map(
        ([, name]) => `.build/${name}.js`,
      ),
    )
    expect(commands.length).toBeGreaterThan(5)
    expect(
      commands.map((command) => command.replace(/^.*?(?=\.build)/, '')).filter((name) => !built.has(name)),
    ).toEqual([])
    expect(existsSync(join(projectRoot, 'node_modules/next/dist/bin/next'))).toBe(true)
  })

  it('runs the API with the options that it was measured with', () => {
    const asCommand = `node ${apiOptions.join(' ')} .build/api.js`
    expect(containerfile.replaceAll('", "', ' ')).toContain(asCommand)
    expect(textOf('deploy/systemd/aliado-api@.service')).toContain(asCommand)
    expect(textOf('docs/operations.md')).toContain(asCommand)
  })

  it('listens where the example of nginx looks, and it is the one example', () => {
    const upstreams = [...nginx.matchAll(/^ +server 127\.0\.0\.1:(\d+)/gm)].map(([, port]) => port)
    const ports = ours.flatMap(([, { environment }]) => environment?.API_PORT ?? [])
    expect(ports).toEqual(upstreams)
    for (const port of upstreams) expect(textOf('deploy/systemd/aliado-api@.service')).toContain(`aliado-api@${port}`)
    expect(compose.services.nginx?.volumes).toEqual(['../docs/nginx.example.conf:/etc/nginx/nginx.conf:ro'])
    expect(filesUnder(['deploy', 'docs'], /\.conf$/)).toEqual(['docs/nginx.example.conf'])
  })

  it('gives nothing that serves any right, and the owner of the schema to the migrations alone', () => {
    for (const [name, service] of ours) {
      expect([name, service.user, service.read_only, service.cap_drop]).toEqual([name, '65532:65532', true, ['ALL']])
      expect([name, service.stop_grace_period]).toEqual([name, '30s'])
      expect([name, [service.env_file].flat().includes('migrate.env')]).toEqual([name, name === 'migrate'])
    }
    for (const [name, { ports, privileged, network_mode }] of services) {
      expect([name, ports, privileged, network_mode]).toEqual([name, undefined, undefined, 'host'])
    }
    expect(containerfile).toMatch(/^USER 65532:65532$/m)
    for (const { file, text } of units) {
      for (const line of ['User=aliado', 'NoNewPrivileges=yes', 'CapabilityBoundingSet=', 'ProtectSystem=strict']) {
        expect([file, text.split('\n').includes(line)]).toEqual([file, true])
      }
      expect([file, text.includes('/etc/aliado/migrate.env')]).toEqual([file, file.endsWith('aliado-migrate.service')])
    }
  })

  it('waits for what is there', () => {
    const names = services.map(([name]) => name)
    const awaited = services.flatMap(([, { depends_on = {} }]) => Object.keys(depends_on))
    expect(awaited.filter((name) => !names.includes(name))).toEqual([])
    expect(names.filter((name) => name !== 'postgres' && name !== 'redis')).toEqual([
      'migrate',
      'api-1',
      'api-2',
      'offices',
      'nginx',
    ])
  })
})
