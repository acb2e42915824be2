import { z } from 'zod'

/** D58. */
export const terminalHeader = z.string().optional().meta({
  description:
    'Which till this is: 1 to 64 of `A-Za-z0-9._:-`, unique in the merchant and always the same for one till. The office shows each till by it. It is no secret, proves nothing and never changes an answer; ill-formed it is ignored.',
  example: 'CENTRO-CAJA-01',
})
