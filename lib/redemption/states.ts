/** The life of an authorization (contract, 3; D34): from Authorized it moves once. A consumption is `Registered` for good. */
export const authorizationStates = ['Authorized', 'Consumed', 'Expired', 'Released'] as const
