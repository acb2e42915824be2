import type { Sale } from '@/lib/sales/sale'

/** Cells that every list of sales shows in the same way. */

/** Who bought, and whose collaborator that is. */
export const Buyer = ({ collaborator, company }: Pick<Sale, 'collaborator' | 'company'>) => (
  <>
    <span className="block">{collaborator}</span>
    <span className="block break-words text-muted">{company}</span>
  </>
)

/** When it happened, and at which branch. */
export const WhenAndWhere = ({ when, where }: { when: string; where: string }) => (
  <>
    <span className="block whitespace-nowrap">{when}</span>
    <span className="block break-words text-muted">{where}</span>
  </>
)
