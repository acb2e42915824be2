import { type Cases, exempt } from './matrix'

const byOperator = exempt('the operator of the network asks about any merchant')

export const cases: Cases = {
  'db/queries/offices/policies#setPolicy': byOperator,
  'db/queries/offices/policies#findPolicies': byOperator,
  'db/queries/offices/policies#listPolicyChanges': byOperator,
}
