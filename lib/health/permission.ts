/** The permission to see how the network is, and to tell of what went wrong in it. */
export const networkPermission = 'operator.network.manage'
