import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from '@/db/client'
import { canariesIn } from '../fixtures/canaries'

const buildFolder = join(import.meta.dirname, '../../.next')

/** What a build has for browsers: its files, and pages that it wrote beforehand. */
const builtFiles = (): string[] =>
  ['static', 'server'].flatMap((folder) =>
    readdirSync(join(buildFolder, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && (folder === 'static' || /\.(html|rsc|body)$/.test(entry.name)))
      .map((entry) => join(entry.parentPath, entry.name)),
  )

/**
 * Where the secrets that tests used have gone that they must not (P-20, H-10): into the logs of the service's processes and PostgreSQL, into a
 * row in the clear, or into the build. What is sealed or hashed is bytes, and reads as none of them.
 */
export async function leaksOf(sql: Sql, logs: string): Promise<string[]> {
  const files = [...readdirSync(logs).filter((name) => name.endsWith('.log')), 'data/postgres.log']
  const found = files.flatMap((name) =>
    canariesIn(readFileSync(join(logs, name), 'utf8')).map((secret) => `${name}: ${secret}`),
  )
  found.push(
    ...builtFiles().flatMap((file) => canariesIn(readFileSync(file, 'utf8')).map((secret) => `${file}: ${secret}`)),
  )
  const tables = await sql<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`
  for (const { name } of tables) {
    const rows = await sql<{ text: string }[]>`select t::text as text from ${sql(name)} t`
    const text = rows.map((row) => row.text).join('\n')
    found.push(...canariesIn(text).map((secret) => `table ${name}: ${secret}`))
  }
  return found
}
