import { describe, expect, it } from 'vitest'
import { filesUnder, textOf } from './files'

/** ADR-0063: what is read from a standby is said in one way, by what shows a list, a file or an overview, and by nothing else. */

const pages = filesUnder(['app'], /\/page\.tsx$/)
const shows = (pattern: RegExp) => (file: string) => pattern.test(textOf(file))
const readers = filesUnder(['app', 'lib'], /\.tsx?$/).filter(shows(/@\/lib\/web\/reading'|'\.\/reading'/))

/** What an incident of a credential is about decides what is ended, so it is not read beside the primary. */
const listsOfThePrimary = ['app/portal/integrations/incident/page.tsx']

describe('a standby', () => {
  it('is what every list of an office reads from', () => {
    const lists = pages.filter(shows(/<(ListPage|ActivityPage)\b/))
    expect(lists.length).toBeGreaterThan(15)
    expect(lists.filter((file) => !readers.includes(file))).toEqual(listsOfThePrimary)
  })

  it('is what the overview of every office reads from, and every file of a list', () => {
    const overviews = ['app/company/page.tsx', 'app/operator/page.tsx', 'app/portal/page.tsx']
    expect(readers).toEqual(expect.arrayContaining([...overviews, 'lib/web/download.ts']))
    expect(textOf('lib/web/download.ts')).toContain('run(await toRead(access.ctx), asked, access.ctx)')
  })

  it('is read from by pages and files alone, and by none of tills, rights, sessions, credentials or the closing of a day', () => {
    expect(readers.filter((file) => !file.endsWith('/page.tsx'))).toEqual(['lib/web/download.ts'])
    const decides =
      /^app\/(?:account|\(entry\)|me|installer|portal\/(?:till|team|closing\/page|integrations\/page|certification)|company\/team|operator\/(?:team|approvals|support|policies))/
    expect(readers.filter((file) => decides.test(file))).toEqual([])
  })

  it('is reached in that one way', () => {
    const openers = filesUnder(['app', 'db', 'lib', 'server'], /\.tsx?$/).filter(
      shows(/\bnew StandbyReads\(|\bstandby\.reader\(/),
    )
    expect(openers).toEqual(['lib/web/office-service.ts', 'lib/web/reading.ts'])
  })

  it('is read by the context that says so: a page that reads so has no other', () => {
    const both = readers.filter((file) => file.endsWith('/page.tsx') && !shows(/const ctx = await toRead\(/)(file))
    expect(both).toEqual([])
    for (const file of readers.filter((each) => each.endsWith('/page.tsx'))) {
      expect(textOf(file).replace('toRead(access.ctx)', ''), file).not.toContain('access.ctx')
    }
  })
})
