/** What whoever sees and changes a company's people must hold. */
export const collaboratorsPermission = 'company.collaborators.manage'
