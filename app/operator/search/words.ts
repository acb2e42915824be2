import { approvalAnchor, approvalsPage } from '@/lib/approvals/kinds'
import { networkCompaniesFilterOf, networkCompaniesPath, networkCompanyPath } from '@/lib/network-companies/companies'
import { merchantStateOf } from '@/lib/network-merchants/disabling'
import { networkMerchantPath, networkMerchantsFilterOf, networkMerchantsPath } from '@/lib/network-merchants/merchants'
import type { Found, SearchGroup, SearchHit } from '@/lib/search/search'
import type { OperatorFound } from '@/lib/search/search-operator'
import { operatorSections } from '@/lib/web/operator-office'
import { translations } from '@/lib/web/translations'
import { approvalWords } from '../_components/approval-words'

const teamPage = operatorSections.team.href

/** What a search of the operator's office found, in the reader's words, each with the address of its page. */
export async function wordedFound(found: OperatorFound, text: string): Promise<readonly SearchGroup[]> {
  const [t, merchants, tenants, approvals, { what }] = await Promise.all([
    translations('search'),
    translations('operatorMerchants'),
    translations('operatorTenants'),
    translations('approvals'),
    approvalWords(),
  ])
  const group = <Hit>(
    key: 'merchants' | 'companies' | 'approvals' | 'operators',
    { hits, more }: Found<Hit>,
    all: string,
    worded: (hit: Hit) => SearchHit,
  ): SearchGroup => ({
    key,
    label: t(`groups.${key}`),
    hits: [...hits.map(worded), ...(more ? [{ href: all, title: t('all'), detail: t(`groups.${key}`) }] : [])],
  })
  const rnc = (legalId: string | null) => (legalId === null ? [] : [tenants('rnc', { legalId })])
  return [
    group(
      'merchants',
      found.merchants,
      networkMerchantsPath({ ...networkMerchantsFilterOf({}), search: text }),
      ({ id, name, legalId, enabled, disabling }) => ({
        href: networkMerchantPath(id),
        title: name,
        detail: [...rnc(legalId), merchants(`states.${merchantStateOf(enabled, disabling)}`)].join(' · '),
      }),
    ),
    group(
      'companies',
      found.companies,
      networkCompaniesPath({ ...networkCompaniesFilterOf({}), search: text }),
      ({ id, name, legalId }) => ({ href: networkCompanyPath(id), title: name, detail: rnc(legalId).join('') }),
    ),
    group('approvals', found.approvals, approvalsPage, (one) => ({
      href: `${approvalsPage}#${approvalAnchor(one.id)}`,
      title: what(one),
      detail: `${approvals('number', { id: String(one.id) })} · ${approvals(`states.${one.state}`)}`,
    })),
    group('operators', found.team, teamPage, ({ name, email }) => ({ href: teamPage, title: name, detail: email })),
  ]
}
