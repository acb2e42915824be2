/** Where the service is that a demo sells against: ALIADO_URL, or this machine. */
export const serviceUrl = (): string =>
  (process.env.ALIADO_URL || `http://localhost:${process.env.API_PORT || '3001'}`).replace(/\/+$/, '')
