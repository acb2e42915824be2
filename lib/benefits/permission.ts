/** What whoever sees and grants a company's benefits must hold. */
export const benefitsPermission = 'company.benefits.manage'
