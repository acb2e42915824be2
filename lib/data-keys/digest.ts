import { createHmac } from 'node:crypto'

/** By what a database knows its DATA_KEY, without being able to tell it. */
export const digestOfDataKey = (dataKey: string): Buffer =>
  createHmac('sha256', Buffer.from(dataKey, 'base64')).update('aliado data key v1').digest()
