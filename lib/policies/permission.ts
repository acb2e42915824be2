/** The permission to set what holds for a merchant, the kinds of identification, and to tell the offices something. */
export const policiesPermission = 'operator.policies.manage'
