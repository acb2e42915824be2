/** The permission to see and to change a company's collaborators. */
export const collaboratorsPermission = 'company.collaborators.manage'
