import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesUnder, projectRoot, textOf } from './files'

/** Laws that are read off the sources themselves. */

/** The files of those folders, tests aside, in which the pattern occurs. */
const filesWith = (pattern: RegExp, folders: readonly string[]): string[] =>
  filesUnder(folders, /(?<!\.test)\.tsx?$/).filter((file) => pattern.test(textOf(file)))

const product = ['app', 'components', 'db', 'lib']

describe('the environment', () => {
  it('is read in one place, and by the programs that start processes', () => {
    const readings = /process\.env|process\[|from '(node:)?process'|\benv\b[^\n=]*\}\s*=\s*process\b/
    expect(filesWith(readings, product)).toEqual([
      // What it shows is for a merchant's machine: it is a text here.
      'app/_components/secret/snippets.ts',
      'lib/env.ts',
      // Examples too are texts.
      'lib/http/developers/snippets.ts',
      // Whether it runs within Next, which says so in NEXT_RUNTIME before there are any settings.
      'lib/http/service.ts',
      // The process that begins is told whether its settings are production's.
      'lib/web/begin-offices.ts',
      // Whose environment its threads get, and whether it is a build.
      'lib/web/file-pool.ts',
    ])
  })
})

describe('a build', () => {
  it('is made by one test file at a time: Next refuses a second one in a folder while it builds', () => {
    expect(
      filesUnder(['e2e'], /\.tsx?$/).filter((file) =>
        /import \{[^}]*\bbuild(WhenNeeded)?\b[^}]*\} from '@\/server\/build'/.test(textOf(file)),
      ),
    ).toEqual([
      'e2e/fixtures/build.ts',
      // One server for the whole run of the browser suite, before its first file.
      'e2e/portal/fixtures/service.ts',
    ])
  })
})

describe('the texts of client components', () => {
  it('come from components/texts: use-intl has no texts in the browser, where the parser is not loaded', () => {
    expect(filesWith(/from 'use-intl(\/react)?'/, ['app', 'components'])).toEqual(['components/texts.tsx'])
  })
})

describe('a Secret', () => {
  it('is revealed only where it is handed to its owner', () => {
    expect(filesWith(/\.reveal\b/, [...product, 'server', 'bench'])).toEqual([
      // The right to watch a credential's calls, to whoever opened its hand-off.
      'app/installer/reveal/route.ts',
      // A new credential, to the member who made it: the answer of one action, this once.
      'app/portal/integrations/actions.ts',
      // The credentials of a generated network, to the load that presents them.
      'bench/load-network.ts',
      'bench/offices.ts',
      // A new link, to the mail that takes it to its owner.
      'lib/accounts/invite-first-operator.ts',
      'lib/accounts/invite-member.ts',
      'lib/accounts/reset-password.ts',
      // A new access token, to the client that asked for it.
      'lib/http/connect/token.ts',
      // A new link, to the mail that takes it to its owner.
      'lib/me/mail-link.ts',
      // New credentials, to whoever loads a network.
      'lib/network-file/load-credentials.ts',
      // The link of an invitation by the operator, within its mail.
      'lib/network-merchants/invite-owner.ts',
      // A session's token, to the cookie of its owner.
      'lib/web/sealed-cookie.ts',
      // New credentials of the demo's fleet, to its tills.
      'server/demo/fleet/day.ts',
    ])
  })
})

describe('the console', () => {
  it('is silent: what is to be said goes through the log, which redacts', () => {
    // The examples for a merchant's machine are texts.
    expect(filesWith(/\bconsole\s*[.[]/, product)).toEqual([
      'app/_components/secret/snippets.ts',
      'lib/http/developers/snippets.ts',
    ])
  })
})

describe('the API', () => {
  it('leads nobody elsewhere: what was sent in the clear is not sent again (H-12)', () => {
    expect(filesWith(/\b30[12378]\b|\bredirect\(/, ['app/api', 'app/connect', 'lib/http', 'server'])).toEqual([])
  })
})

describe('what the service is made of', () => {
  /** The least versions in which the critical advisories of 2026 are closed (trust, A5). */
  const least = { next: '16.4.5', zod: '4.6.7', 'drizzle-orm': '0.45.2', 'next-auth': '4.24.15' }

  it.each(Object.entries(least))('has %s of at least %s, everywhere (H-11)', (name, version) => {
    const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, { version: string }> }
    const found = Object.entries(packages).filter(([path]) => path.endsWith(`node_modules/${name}`))
    expect(found.length).toBeGreaterThan(0)
    for (const [path, { version: installed }] of found) {
      expect(installed.localeCompare(version, 'en', { numeric: true }), `${path} ${installed}`).toBeGreaterThanOrEqual(
        0,
      )
    }
  })
})

describe('the lock', () => {
  it('knows the digest of every package, builds for other systems too (ADR-0025)', () => {
    const { packages } = JSON.parse(textOf('package-lock.json')) as {
      packages: Record<string, { integrity?: string; inBundle?: boolean }>
    }
    const entries = Object.entries(packages)
    expect(entries.filter(([path]) => /\b(darwin|win32)\b/.test(path)).length).toBeGreaterThan(20)
    const faults = entries.filter(
      // The project itself has none, and what comes within another package has that one's.
      ([path, { integrity, inBundle }]) => path && !inBundle && !integrity?.startsWith('sha512-'),
    )
    expect(faults.map(([path]) => path)).toEqual([])
  })
})

describe('the documents', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'components/README.md']
  const folders = /^(app|bench|clients|components|db|docs|e2e|lib|server)\//

  it('name files and folders that are there', () => {
    const named = [...documents, ...filesUnder(['docs', 'clients'], /\.md$/)].flatMap((document) =>
      [...textOf(document).matchAll(/`([\w./()[\]-]+)`/g)].map(([, path = '']) => ({ document, path })),
    )
    const paths = named.filter(({ path }) => folders.test(path))
    expect(paths.length).toBeGreaterThan(100)
    const gone = paths.filter(
      ({ path }) => !existsSync(join(projectRoot, path)) && !existsSync(join(projectRoot, `${path}.ts`)),
    )
    expect(gone).toEqual([])
  })
})

describe('a test', () => {
  it('belongs to a project of vitest.config.ts, or to the browser’s', () => {
    const files = filesUnder(['e2e'], /\.test\.tsx?$/)
    const folders = [...new Set(files.map((file) => file.split('/')[1] ?? ''))]
    const config = textOf('vitest.config.ts')
    expect(folders.filter((folder) => !new RegExp(`e2e/(?:\\{[a-z,]*)?\\b${folder}\\b`).test(config))).toEqual([])
  })

  it('is never left out, and never alone', () => {
    const tests = filesUnder([...product, 'server', 'e2e', 'bench'], /\.test\.tsx?$/)
    expect(tests.length).toBeGreaterThan(10)
    const disabled = tests.filter((file) => /\b(it|test|describe)(\.\w+)*\.(only|skip|todo|fails)\b/.test(textOf(file)))
    expect(disabled).toEqual([])
  })
})
