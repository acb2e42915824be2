/** The permission to see and to grant a company's benefits. */
export const benefitsPermission = 'company.benefits.manage'
