/**
 * A registry mirror that lacks a package's builds for other platforms makes `npm install` drop them from the lock, and
 * `npm ci` then refuses the lock everywhere. Run after `npm install` on such a machine: it writes down, from what the packages
 * themselves declare, the optional builds that are missing, and the digest of each entry that has none, where the registry knows it.
 * Whoever needs a build gets it from their own registry.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'aix', 'win32']
const processors = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32']

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
let added = 0
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (`${path}/node_modules/${name}` in lock.packages || `node_modules/${name}` in lock.packages) continue
    const words = name.split(/[/\-_]/)
    const os = systems.filter((system) => words.includes(system))
    const cpu = processors.filter((processor) => words.includes(processor))
    if (os.length === 0 && cpu.length === 0) continue
    const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : []
    lock.packages[`node_modules/${name}`] = {
      version: version.replace(/^[~^]/, ''),
      cpu,
      ...(entry.dev ? { dev: true } : {}),
      ...(os.includes('linux') && libc.length > 0 ? { libc } : {}),
      optional: true,
      os,
    }
    added += 1
  }
}
/** What the registry says is the digest of a package; undefined when it does not have it. */
function digestOf(name, version) {
  try {
    return execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .trim()
  } catch {
    return undefined
  }
}

let digests = 0
const unknown = []
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === '' || entry.integrity || entry.inBundle || entry.link) continue
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const integrity = digestOf(name, entry.version)
  if (integrity) {
    // In the order in which npm writes them.
    const { version, ...rest } = entry
    lock.packages[path] = { version, integrity, ...rest }
    digests += 1
  } else unknown.push(`${name}@${entry.version}`)
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} optional builds and ${digests} digests written down`)
if (unknown.length > 0) console.log(`${unknown.length} digests that this registry does not know: ${unknown.join(', ')}`)
