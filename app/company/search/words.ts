import { stateOf } from '@/lib/benefits/benefits'
import { collaboratorsHome } from '@/lib/collaborators/filter'
import { centsOfNumeric } from '@/lib/kernel/money'
import { companyConsumptionsFilterOf, companyConsumptionsPath } from '@/lib/sales/company/filter'
import type { Found, SearchGroup, SearchHit } from '@/lib/search/search'
import type { CompanyFound } from '@/lib/search/search-company'
import { pageFormats, translations } from '@/lib/web/translations'

const merchantsHome = '/company/merchants'

/** What a search of the company's office found, in the reader's words, each with the address of its page. */
export async function wordedFound(found: CompanyFound, now: Date): Promise<readonly SearchGroup[]> {
  const [t, people, benefits, consumptions, { amount, dateTime }] = await Promise.all([
    translations('search'),
    translations('collaborators'),
    translations('benefits'),
    translations('companyConsumptions'),
    pageFormats(),
  ])
  const group = <Hit>(
    key: 'collaborators' | 'merchants' | 'benefits' | 'consumptions',
    { hits }: Found<Hit>,
    worded: (hit: Hit) => SearchHit,
  ): SearchGroup => ({ key, label: t(`groups.${key}`), hits: hits.map(worded) })
  return [
    group(
      'consumptions',
      found.consumptions,
      ({ code, firstName, lastName, erasedAt, merchant, finalAmount, consumptionDate }) => ({
        href: companyConsumptionsPath({ ...companyConsumptionsFilterOf({}), search: code }),
        title: code,
        detail: [
          erasedAt === null ? `${firstName} ${lastName}` : consumptions('columns.erased'),
          merchant,
          amount(centsOfNumeric(finalAmount)),
          dateTime(consumptionDate),
        ].join(' · '),
      }),
    ),
    group('collaborators', found.collaborators, ({ id, firstName, lastName, ...person }) => ({
      href: `${collaboratorsHome}/${id}`,
      title: `${firstName} ${lastName}`,
      detail: [
        `${person.identificationType}, ${people('masked', { tail: person.identificationTail })}`,
        person.type,
        person.active ? undefined : people('status.inactive'),
      ]
        .filter(Boolean)
        .join(' · '),
    })),
    group('merchants', found.merchants, ({ merchantId, name, legalId }) => ({
      href: `${merchantsHome}/${merchantId}`,
      title: name,
      detail: legalId ?? '',
    })),
    group('benefits', found.benefits, ({ merchantId, merchant, name, ...benefit }) => ({
      href: `${merchantsHome}/${merchantId}`,
      title: name,
      detail: `${merchant} · ${benefits(`states.${stateOf(benefit, now)}`)}`,
    })),
  ]
}
