import { gzipSync } from 'node:zlib'
import { lexer, type Token, type Tokens } from 'marked'
import { describe, expect, it } from 'vitest'
import { checkIds, scenes } from '@/lib/certification/plan'
import { changes } from '@/lib/http/developers/changes'
import { clientFiles, findClientFile } from '@/lib/http/developers/clients'
import { errorAdvice } from '@/lib/http/developers/error-advice'
import { armedCodes, errorCodes } from '@/lib/http/developers/errors'
import { withFacts } from '@/lib/http/developers/facts'
import { guides } from '@/lib/http/developers/guides'
import {
  addressOf,
  allForMachines,
  developerPaths,
  findDeveloperPage,
  indexForMachines,
  publicationOf,
} from '@/lib/http/developers/pages'
import { postmanCollection } from '@/lib/http/developers/postman'
import { searchIndex } from '@/lib/http/developers/search-index'
import { openApiDocument } from '@/lib/http/openapi/document'
import { type Operation, operations } from '@/lib/http/operations'
import { faultStatus } from '@/lib/kernel/fault'
import { type DiscountTerms, priceDiscount, repriceDiscount } from '@/lib/redemption/pricing'
import { faultKindNames } from '@/lib/sandbox/faults'
import { identities } from '@/lib/sandbox/identities'
import { findSections } from '@/lib/search/sections'
import { filesUnder, textOf } from './files'

/** What is published for who integrates: whole in both languages, true of the service, and without a link that leads nowhere. */

const installation = {
  PUBLIC_API_URL: 'https://api.aliado.example',
  PUBLIC_OFFICE_URL: 'https://aliado.example',
  SERVICE_ENVIRONMENT: 'test',
  OTHER_API_URL: undefined,
  INTEGRATORS_EMAIL: undefined,
  RATE_LIMIT_PER_MINUTE: 1200,
  RATE_LIMIT_BURST: 200,
  RATE_LIMIT_MISSES_PER_MINUTE: 120,
  AUTHORIZATION_TTL_SECONDS: 900,
  ACCESS_TOKEN_TTL_SECONDS: 900,
} as const
const published = publicationOf(installation)
const { facts } = published
const languages = ['es', 'en'] as const

async function page(path: string, language: (typeof languages)[number], of = published) {
  const found = await findDeveloperPage(path, language, of)
  if (found === undefined) throw new Error(`there is no page ${path}`)
  return found
}

/** All tokens, those within others too. */
function tokensOf(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => {
    const rows = token.type === 'table' ? [(token as Tokens.Table).header, ...(token as Tokens.Table).rows].flat() : []
    const items = token.type === 'list' ? (token as Tokens.List).items : []
    const within = [
      ...('tokens' in token ? (token.tokens ?? []) : []),
      ...items,
      ...rows.flatMap((cell) => cell.tokens),
    ]
    return [token, ...tokensOf(within)]
  })
}

/** What stands in a page, in order, without its words. */
const outline = (markdown: string) =>
  lexer(markdown)
    .filter(({ type }) => type !== 'space')
    .map((token) => {
      if (token.type === 'heading') return `h${(token as Tokens.Heading).depth}`
      if (token.type === 'table') return `table of ${(token as Tokens.Table).rows.length}`
      if (token.type === 'list') return `list of ${(token as Tokens.List).items.length}`
      return token.type === 'code' ? `code ${(token as Tokens.Code).lang}` : token.type
    })

/** The rows of the only table of a page that has that many columns. */
const tableOf = (markdown: string, columns: number): string[][] => {
  const [table] = lexer(markdown).filter(
    (token): token is Tokens.Table => token.type === 'table' && (token as Tokens.Table).header.length === columns,
  )
  return table?.rows.map((row) => row.map(({ text }) => text)) ?? []
}

describe('the pages for who integrates', () => {
  it('say the same in both languages: as many parts, in the same order', async () => {
    for (const path of developerPaths)
      expect([path, outline((await page(path, 'en')).markdown)]).toEqual([
        path,
        outline((await page(path, 'es')).markdown),
      ])
  })

  it('are of what a page can show, and nothing else', async () => {
    const known = [
      'space',
      'heading',
      'paragraph',
      'list',
      'list_item',
      'table',
      'code',
      'text',
      'escape',
      'codespan',
      'strong',
      'link',
    ]
    for (const language of languages)
      for (const path of developerPaths) {
        const types = tokensOf(lexer((await page(path, language)).markdown)).map(({ type }) => type)
        expect([path, types.filter((type) => !known.includes(type))]).toEqual([path, []])
      }
  })

  it('link to pages that there are, and to addresses of this installation', async () => {
    const known = new Set([
      ...developerPaths.map(addressOf),
      '/developers/postman.json',
      ...clientFiles.map((name) => `/developers/clients/${name}`),
    ])
    for (const language of languages)
      for (const path of developerPaths)
        for (const token of tokensOf(lexer((await page(path, language)).markdown))) {
          if (token.type !== 'link') continue
          const { href } = token as Tokens.Link
          const isOurs = href.startsWith(facts.apiUrl) || href.startsWith(facts.officeUrl)
          expect([path, href, isOurs || known.has(href)]).toEqual([path, href, true])
        }
  })

  it('have one page for each code, with its status, its causes and how to meet it; and for no other (D63)', async () => {
    expect(Object.keys(errorAdvice).sort()).toEqual(Object.keys(faultStatus).sort())
    for (const code of errorCodes) {
      const { markdown, title } = await page(`errors/${code}`, 'es')
      expect(title).toBe(code)
      expect(markdown).toContain(`**${faultStatus[code]}**`)
      const { causes, provoke } = errorAdvice[code]
      for (const text of [...causes, ...(provoke ? [provoke] : [])])
        for (const language of languages) expect(text[language]).not.toBe('')
    }
    expect(await findDeveloperPage('errors/no_such_code', 'es', published)).toBeUndefined()
    expect(await findDeveloperPage('errors/toString', 'es', published)).toBeUndefined()
    expect(await findDeveloperPage('../../README', 'es', published)).toBeUndefined()
  })

  it('say of each code how it is provoked, by a request, an assigned identity or an armed fault, and of each identity and fault which codes it provokes', async () => {
    for (const language of languages) {
      const assigned = tableOf((await page('identities', language)).markdown, 4)
      expect(assigned.map(([cedula, letters]) => [cedula, letters])).toEqual(
        identities.map(({ cedula, letters }) => [`\`${cedula}\``, `\`${letters}\``]),
      )
      for (const code of errorCodes) {
        const { markdown } = await page(`errors/${code}`, language)
        const shown = identities.filter(({ cedula }) => markdown.includes(`[${cedula}](/developers/identities)`))
        const linked = assigned.filter(([, , , codes = '']) => codes.includes(`/developers/errors/${code})`))
        expect([code, linked.map(([cedula]) => cedula)]).toEqual([code, shown.map(({ cedula }) => `\`${cedula}\``)])
        const isArmed = markdown.includes(`\`${faultStatus[code]} ${code}\``)
        expect([code, isArmed]).toEqual([code, armedCodes.includes(code)])
        expect([code, shown.length > 0 || isArmed || errorAdvice[code].provoke !== undefined]).toEqual([code, true])
      }
      expect(armedCodes.toSorted()).toEqual(
        faultKindNames.filter((kind) => (errorCodes as readonly string[]).includes(kind)).toSorted(),
      )
      // Guides that name an identity name one that is assigned.
      for (const guide of guides)
        for (const [named] of (await page(guide, language)).markdown.matchAll(/\b999\d{8}\b/g))
          expect([guide, named, identities.some(({ cedula }) => cedula === named)]).toEqual([guide, named, true])
    }
  })

  it('name every check and every scene of the certification, as its plan has them', async () => {
    for (const language of languages) {
      const { markdown } = await page('certification', language)
      expect(tableOf(markdown, 4).map(([id]) => id)).toEqual([...checkIds])
      const [, list] = lexer(markdown).filter((token): token is Tokens.List => token.type === 'list')
      expect(
        list?.items.map(
          ({ text }) => scenes.filter(({ amount }) => text.replaceAll(',', '').includes(`RD$${amount}`)).length,
        ),
      ).toEqual(scenes.map(() => 1))
    }
  })

  it('name every page to machines, once, and give all of them in at most 100 kB', async () => {
    for (const language of languages) {
      const index = indexForMachines(language, published)
      for (const path of developerPaths.filter((one) => one !== ''))
        expect(index.split(`(https://aliado.example/developers/${path}.md)`)).toHaveLength(2)
      expect(Buffer.byteLength(await allForMachines(language, published))).toBeLessThan(100_000)
    }
  })

  it('give every client as it is, and nothing beside them', async () => {
    for (const name of clientFiles) {
      const links = languages.map(async (language) => (await page('clients', language)).markdown.split(`/${name})`))
      for (const parts of await Promise.all(links)) expect([name, parts.length]).toEqual([name, 2])
      const [file] = filesUnder(['clients'], new RegExp(`/${name}$`))
      expect(await findClientFile(name)).toBe(textOf(`${file}`))
    }
    for (const name of ['README.md', '../README.md', 'toString', 'aliado.PY'])
      expect([name, await findClientFile(name)]).toEqual([name, undefined])
  })

  it('say the limits of this installation, and those of the document', async () => {
    const { markdown } = await page('limits', 'es', publicationOf({ ...installation, RATE_LIMIT_PER_MINUTE: 4321 }))
    expect(markdown).toContain('4,321')
    const document = JSON.stringify(openApiDocument(installation))
    expect(document).toContain(`"maxItems":${facts.itemsMax}`)
    expect(() => withFacts('{{nothing}}', facts)).toThrow('nothing')
    for (const guide of guides)
      for (const language of languages) expect((await page(guide, language)).markdown).not.toContain('{{')
  })

  it('are a collection for Postman too, whose bodies are what the document allows once their variables are filled in', () => {
    for (const language of languages) {
      const { item, variable } = postmanCollection(language, facts)
      expect(item).toHaveLength(Object.keys(operations).length)
      const values = new Map([
        ...variable.map(({ key, value }) => [key, value] as const),
        ['$isoTimestamp', '2026-11-21T18:03:00Z'] as const,
      ])
      for (const { request } of item) {
        const filled = JSON.stringify(request).replace(
          /\{\{(\$?\w+)\}\}/g,
          (_, name: string) => values.get(name) ?? (name === '$guid' ? '' : 'missing'),
        )
        expect(filled).not.toContain('missing')
        const operation = Object.values<Operation>(operations).find(
          ({ method, path }) => method === request.method && request.url.split('?')[0] === `{{baseUrl}}${path}`,
        )
        const raw =
          'body' in request
            ? JSON.parse(request.body.raw.replace(/\{\{(\$?\w+)\}\}/g, (_, name: string) => values.get(name) ?? ''))
            : undefined
        if (raw !== undefined) expect(operation?.body?.safeParse({ ...raw, authorizationCode: 'X' }).success).toBe(true)
      }
    }
  })

  it('are searched in the browser: every part of every page has an address of its own, within 60 kB (ADR-0048)', async () => {
    for (const language of languages) {
      const sections = await searchIndex(language, published)
      expect(new Set(sections.map(({ href }) => href)).size).toBe(sections.length)
      for (const path of developerPaths) {
        const headings = lexer((await page(path, language)).markdown).filter(({ type }) => type === 'heading')
        const own = sections.filter(({ href }) => href.split('#')[0] === addressOf(path))
        expect([path, own.length]).toEqual([path, headings.length])
      }
      expect(gzipSync(JSON.stringify(sections)).byteLength).toBeLessThan(60_000)
      for (const code of errorCodes) expect(findSections(sections, code)[0]?.href).toBe(`/developers/errors/${code}`)
    }
  })

  it('tell each change once, newest first, in both languages, of operations that there are (D62)', async () => {
    const dates = changes.map(({ date }) => date)
    expect(dates).toEqual([...dates].sort().reverse())
    for (const date of dates) expect(new Date(`${date}T12:00:00Z`).toISOString().slice(0, 10)).toBe(date)
    expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length)
    for (const { id, action, operations: ids, title, news, impact, table } of changes) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
      // Within a version nobody has to do anything.
      expect([id, action]).not.toEqual([id, 'required'])
      expect(ids.filter((one) => !Object.hasOwn(operations, one))).toEqual([])
      expect(table.length).toBeGreaterThan(0)
      for (const text of [title, news, impact, ...table.flatMap((row) => Object.values(row))])
        for (const language of languages) expect([id, text[language].trim()]).not.toEqual([id, ''])
      for (const language of languages) {
        const { markdown } = await page(`changes/${id}`, language)
        expect(lexer(markdown).filter(({ type }) => type === 'heading')).toHaveLength(4)
      }
    }
    for (const id of Object.keys(operations))
      expect([id, changes.some(({ operations: ids }) => (ids as string[]).includes(id))]).toEqual([id, true])
  })

  const cents = (text: string) => BigInt(text.replaceAll(/[,.]/g, ''))
  const termsOf = (text: string): DiscountTerms => {
    const [number = ''] = /\d+/.exec(text) ?? []
    const discountType = text.includes('%') ? 'PCT' : 'AMT'
    return { discountType, value: BigInt(number) * 100n, maximumDiscountCents: undefined }
  }

  it('show amounts as the service calculates them (D15, D17)', async () => {
    for (const language of languages) {
      const rows = tableOf((await page('amounts', language)).markdown, 4)
      expect(rows.length).toBe(4)
      for (const [purchase = '', discount = '', granted = '', final = ''] of rows) {
        const total = cents(/[\d,]+\.\d\d(?!.*\d\.\d\d)/.exec(purchase)?.[0] ?? '')
        expect([purchase, priceDiscount(termsOf(discount), total, undefined)]).toEqual([purchase, cents(granted)])
        expect(total - cents(granted)).toBe(cents(final))
      }
    }
  })

  it('show changed totals as the service calculates them (D40)', async () => {
    for (const language of languages) {
      const rows = tableOf((await page('expiry', language)).markdown, 5)
      expect(rows.length).toBe(3)
      for (const [discount = '', applied = '', confirmed = '', registered = '', charged = ''] of rows) {
        const [before = '', authorized = ''] = applied.split(': ')
        const terms = termsOf(discount)
        expect(priceDiscount(terms, cents(before), undefined)).toBe(cents(authorized))
        expect(repriceDiscount(terms, cents(confirmed), undefined, cents(authorized))).toBe(cents(registered))
        expect(cents(confirmed) - cents(registered)).toBe(cents(charged))
      }
    }
  })
})
