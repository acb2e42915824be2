import type { authorizations as es } from '@/lib/messages/es/authorizations'
import type { SameShape } from '@/lib/messages/same-shape'

export const authorizations: SameShape<typeof es> = {
  title: 'Authorizations',
  lead: 'Discounts your system reserved: those awaiting payment, and the outcome of the rest.',
  filters: 'Authorization filters',
  search: 'Search',
  searchHint: 'Authorization code or reference, on any date.',
  status: 'Status',
  allStatuses: 'All',
  branch: 'Branch',
  allBranches: 'All',
  inactive: '{name} (inactive)',
  caption: 'Authorizations of {merchant}',
  begins: 'No exact match for “{text}”. References that start the same way (up to 100):',
  noBranch: 'No branch',
  authorizedBy: 'by {credential}',
  columns: {
    reference: 'Reference',
    code: 'Code',
    authorizedAt: 'Authorized',
    collaborator: 'Collaborator',
    discount: 'Discount',
    purchase: 'Purchase',
    final: 'Total',
    status: 'Status',
  },
  statuses: { active: 'Active', consumed: 'Consumed', expired: 'Expired', released: 'Released' },
  minutesLeft: '{minutes, plural, one {Expires in # minute} other {Expires in # minutes}}',
  expiredAt: 'Expired {when}',
  releasedAt: 'Released {when}',
  seeConsumption: 'See the consumption',
  emptyTitle: 'No authorizations in the last 30 days yet',
  emptyText:
    'As soon as your system reserves a discount for a purchase, it will appear here. For earlier ones, choose another period.',
  noneTitle: 'No results for these filters',
  noneText: 'Try a longer period, or clear the filters.',
}
