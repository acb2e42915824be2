import { approvalAnchor, approvalsPage } from '@/lib/approvals/kinds'
import { networkCompaniesFilterOf, networkCompaniesPath, networkCompanyPath } from '@/lib/network-companies/companies'
import { merchantStateOf } from '@/lib/network-merchants/disabling'
import { networkMerchantPath, networkMerchantsFilterOf, networkMerchantsPath } from '@/lib/network-merchants/merchants'
import type { SearchGroup } from '@/lib/search/search'
import type { OperatorFound } from '@/lib/search/search-operator'
import { operatorSections } from '@/lib/web/operator-office'
import { searchGroups } from '@/lib/web/search-groups'
import { translations } from '@/lib/web/translations'
import { approvalWords } from '../_components/approval-words'

const teamPage = operatorSections.team.href

/** What a search of the operator's office found, in the reader's words, each with the address of its page. */
export async function wordedFound(found: OperatorFound, text: string): Promise<readonly SearchGroup[]> {
  const [group, merchants, tenants, approvals, { what }] = await Promise.all([
    searchGroups(),
    translations('operatorMerchants'),
    translations('operatorTenants'),
    translations('approvals'),
    approvalWords(),
  ])
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
