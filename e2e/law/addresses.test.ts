import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { companiesFilterOf, companiesPath, companyPath, companyPeriodOf } from '@/lib/affiliations/companies'
import { trails } from '@/lib/audit/activity'
import { benefitFilterOf, benefitsPath } from '@/lib/benefits/benefits'
import { articleFilterOf, articlesPath } from '@/lib/catalog/articles'
import { closingFileOf, closingFilePath, closingFilterOf, closingPath } from '@/lib/closing/closing'
import { collaboratorFilterOf, collaboratorsPath } from '@/lib/collaborators/filter'
import { discountFilterOf, discountsPath } from '@/lib/discounts/filter'
import { previewFilterOf, previewPath } from '@/lib/imports/preview'
import { type Asked, askedOf } from '@/lib/kernel/address'
import { historyPath, historyRangeOf } from '@/lib/me/history'
import { overviewPath, overviewPeriodOf } from '@/lib/overview/overview'
import { requestFilterOf, requestsPath } from '@/lib/requests/filter'
import { authorizationsFilterOf, authorizationsPath } from '@/lib/sales/authorizations/filter'
import { companyConsumptionsFilterOf, companyConsumptionsPath } from '@/lib/sales/company/filter'
import { consumptionsFilterOf, consumptionsPath } from '@/lib/sales/consumptions/filter'

type Page = { readonly read: (asked: Asked) => unknown; readonly rewrite: (asked: Asked) => string }

const page = <Filter>(read: (asked: Asked) => Filter, write: (filter: Filter) => string): Page => ({
  read,
  rewrite: (asked) => write(read(asked)),
})

const now = new Date('2026-11-22T12:00:00Z')

/** Every page whose address says what is shown, with its place, which stands in the filter too (U-04). */
const pages: Readonly<Record<string, Page>> = {
  activity: page(trails.merchant.filterOf, (filter) => trails.merchant.path(filter, filter)),
  articles: page(articleFilterOf, (filter) => articlesPath(filter, filter)),
  authorizations: page(authorizationsFilterOf, (filter) => authorizationsPath(filter, filter)),
  benefits: page(benefitFilterOf, (filter) => benefitsPath(filter, filter)),
  closing: page((asked) => closingFilterOf(asked, now), closingPath),
  closingFile: page(
    (asked) => ({ ...closingFilterOf(asked, now), of: closingFileOf(asked) }),
    ({ of, ...filter }) => closingFilePath(filter, of),
  ),
  collaborators: page(collaboratorFilterOf, (filter) => collaboratorsPath(filter, filter)),
  companyActivity: page(trails.company.filterOf, (filter) => trails.company.path(filter, filter)),
  companies: page(companiesFilterOf, (filter) => companiesPath(filter, filter)),
  company: page(companyPeriodOf, (period) => companyPath(3, period)),
  companyConsumptions: page(companyConsumptionsFilterOf, (filter) => companyConsumptionsPath(filter, filter)),
  consumptions: page(consumptionsFilterOf, (filter) => consumptionsPath(filter, filter)),
  discounts: page(discountFilterOf, (filter) => discountsPath(filter, filter)),
  history: page(historyRangeOf, historyPath),
  overview: page(overviewPeriodOf, overviewPath),
  preview: page(previewFilterOf, ({ show, from }) => previewPath('/company/collaborators/import/5', show, from)),
  requests: page(requestFilterOf, (filter) => requestsPath(filter, filter)),
}

/** Addresses that people have kept: what a page wrote yesterday, it reads and writes tomorrow. */
const kept: readonly (readonly [keyof typeof pages, string])[] = [
  ['activity', '/portal/activity?period=week&kind=credentials&outcome=denied&person=12&before=90'],
  ['companyActivity', '/company/activity?period=week&kind=people&outcome=denied&person=12&before=90'],
  ['articles', '/portal/catalog?q=%C3%B1+a%26b&category=none&after=A%2F1+x'],
  ['authorizations', '/portal/authorizations?period=today&status=expired&branch=12&after=1780000000000000.5'],
  ['authorizations', '/portal/authorizations?q=FAC-1&status=active'],
  ['benefits', '/company/benefits?view=available&merchant=7&before=9'],
  ['closing', '/portal/closing?day=2026-11-01&branch=none'],
  ['closingFile', '/portal/closing/file?day=2026-11-01&branch=4&of=sums'],
  ['closingFile', '/portal/closing/file?day=2026-11-01'],
  ['collaborators', '/company/collaborators?q=N%C3%BA%C3%B1ez&type=none&status=inactive&after=123456789012345'],
  ['companies', '/portal/companies?q=Grupo+Naco&period=last_month&after=12'],
  ['company', '/portal/companies/3?period=last_month'],
  [
    'companyConsumptions',
    '/company/consumptions?period=all&merchant=3&type=none&collaborator=123456789012345&before=1780000000000000.5',
  ],
  [
    'consumptions',
    '/portal/consumptions?period=custom&from=2026-11-01&to=2026-11-20&branch=1&company=2&discount=3&credential=key-12&before=1780000000000000.5',
  ],
  ['consumptions', '/portal/consumptions?q=FAC%3A+1&credential=client-3'],
  ['discounts', '/portal/discounts?status=scheduled&q=navidad&after=8'],
  ['history', '/me/history?before=1780000000000000.5'],
  ['overview', '/portal?period=custom&from=2026-01-05'],
  ['preview', '/company/collaborators/import/5?show=warned&from=77'],
  [
    'requests',
    '/portal/requests?q=req_1&period=today&operation=applyDiscount&status=5xx&code=rate_limited&credential=client-3&before=01900000-0000-7000-8000-000000000000',
  ],
]

/** Every parameter that any of them has, with a text that fits some page, or none. */
const pool = kept.flatMap(([, address]) => [...new URL(address, 'http://office').searchParams])
const names = [...new Set([...pool.map(([name]) => name), 'format', 'file'])]
const text = fc.oneof(
  fc.constantFrom(...pool.map(([, said]) => said)),
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.bigInt({ min: 0n, max: 2n ** 70n }).map(String),
)
const asked = fc.oneof(
  fc.dictionary(fc.constantFrom(...names), fc.oneof({ weight: 9, arbitrary: text }, fc.array(text))),
  // As it was kept, but for one parameter.
  fc
    .tuple(fc.constantFrom(...kept), fc.constantFrom(...names), text)
    .map(([[, address], name, said]) => ({ ...askedOf(`http://office${address}`), [name]: said })),
)

const read = ({ read }: Page, address: string) => read(askedOf(`http://office${address}`))

describe('the address of', () => {
  it.each(Object.entries(pages))(
    '%s says what is shown, whatever it was asked, and says the same again (U-04)',
    (_name, one) => {
      fc.assert(
        fc.property(asked, (asked) => {
          expect(read(one, one.rewrite(asked))).toEqual(one.read(asked))
        }),
        { numRuns: 500 },
      )
    },
  )

  it.each(kept)('%s stays the address that it was: %s', (name, address) => {
    expect(pages[name]?.rewrite(askedOf(`http://office${address}`))).toBe(address)
  })

  it.each(kept)('%s says nothing by what it repeats: %s', (name, address) => {
    const one = pages[name]
    const [path, query] = address.split('?')
    expect(one && read(one, `${path}?${query}&${query}`)).toEqual(one?.read({}))
  })

  it('a page and of its file are read alike', () => {
    const repeated = 'http://office/portal/consumptions/file?branch=1&branch=2&company=3'
    // What Next gives a page of the same query.
    const given = { branch: ['1', '2'], company: '3' }
    expect(consumptionsFilterOf(askedOf(repeated))).toEqual(consumptionsFilterOf(given))
    expect(consumptionsFilterOf(given)).toMatchObject({ branchId: undefined, companyId: 3 })
  })
})
