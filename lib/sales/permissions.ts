/** The permission to read what was sold at a merchant, and what came to nothing. */
export const consumptionsPermission = 'merchant.consumptions.read'

/** The permission to read what a company's collaborators bought. */
export const companyConsumptionsPermission = 'company.consumptions.read'
