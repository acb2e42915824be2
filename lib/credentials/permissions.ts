/** What a credential may be allowed (D54). */
export const credentialPermissions = ['core.integrations', 'core.consumptions.read'] as const
export type CredentialPermission = (typeof credentialPermissions)[number]

/** Days for which an API key may be valid (contract, 5). */
export const apiKeyValidityDays = [30, 90, 180, 365] as const

/** Live credentials of each kind per merchant (contract, 8). */
export const liveCredentialsMax = 10

/** The permission to see and to change a merchant's credentials; its holders are told of each change. */
export const integrationsPermission = 'merchant.integrations.manage'
