/** The life of an authorization (contract, 3; D34). A consumption is `Registered` from its first moment. */
export const authorizationMoves = {
  consume: { from: 'Authorized', to: 'Consumed' },
  expire: { from: 'Authorized', to: 'Expired' },
  release: { from: 'Authorized', to: 'Released' },
} as const

export const authorizationStates = ['Authorized', 'Consumed', 'Expired', 'Released'] as const
