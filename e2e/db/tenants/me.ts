import type { OfficeDb } from '@/db/office'
import { listBenefits, listOwnConsumptions, sumOwnConsumptions } from '@/db/queries/offices/own-benefits'
import { listBenefits as listBenefitsView, listHistory } from '@/lib/me/list-own'
import { type Asker, type Cases, own } from './matrix'

/** The collaborator of the asker's company, on their own page: no query of theirs takes any other id. */
const self = ({ tx, mine }: Asker) => ({
  db: tx as unknown as OfficeDb,
  collaborator: { collaboratorId: mine.collaboratorId, displayName: 'Ana P.', companyName: mine.mark, email: '' },
})

export const cases: Cases = {
  'db/queries/offices/own-benefits#listBenefits': own(({ tx, mine }) => listBenefits(tx, mine.collaboratorId)),
  'db/queries/offices/own-benefits#listOwnConsumptions': own(({ tx, mine }) =>
    listOwnConsumptions(tx, mine.collaboratorId, { before: undefined, limit: 10 }),
  ),
  'db/queries/offices/own-benefits#sumOwnConsumptions': own(({ tx, mine }) =>
    sumOwnConsumptions(tx, mine.collaboratorId),
  ),
  'lib/me/list-own#listBenefits': own((asker) => listBenefitsView(self(asker))),
  'lib/me/list-own#listHistory': own((asker) => listHistory(self(asker), {})),
}
