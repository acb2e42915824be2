import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The clients that are given as they are, by the name of their file. */
const folders: ReadonlyMap<string, string> = new Map([
  ['aliado-client.ts', 'typescript'],
  ['aliado.py', 'python'],
  ['Aliado.php', 'php'],
  ['Aliado.cs', 'csharp'],
])

export const clientFiles: readonly string[] = [...folders.keys()]

/** The text of a client; undefined for what is none. */
export async function findClientFile(name: string): Promise<string | undefined> {
  const folder = folders.get(name)
  if (folder === undefined) return undefined
  return readFile(join(/* turbopackIgnore: true */ process.cwd(), 'clients', folder, name), 'utf8')
}
