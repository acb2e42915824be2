import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The script of the developers' pages, made by `server/build.ts` from `app/developers/_script` (ADR-0062). */

type PageScript = { readonly text: string; readonly name: string }

let known: PageScript | undefined

async function pageScript(): Promise<PageScript> {
  if (known === undefined) {
    const text = await readFile(join(/* turbopackIgnore: true */ process.cwd(), '.build/developers-page.js'), 'utf8')
    known = { text, name: `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.js` }
  }
  return known
}

/** Its address, which changes with what is in it: a browser keeps it for as long as it likes. */
export const pageScriptPath = async (): Promise<string> => `/developers/script/${(await pageScript()).name}`

/** The script of that name; undefined for one of another version. */
export async function findPageScript(name: string): Promise<string | undefined> {
  const script = await pageScript()
  return script.name === name ? script.text : undefined
}
