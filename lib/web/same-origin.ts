import { headers } from 'next/headers'
import { isOwnOrigin } from './own-origin'

/** Whether this request was sent by a page of ours. `proxy.ts` has asked already; it is asked again where something is done. */
export const isSameOrigin = async (): Promise<boolean> => isOwnOrigin((await headers()).get('origin'))
