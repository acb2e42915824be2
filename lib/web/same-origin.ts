import { headers } from 'next/headers'
import { isOwnOrigin } from './own-origin'

/**
 * Whether this request was sent by a page of ours. `proxy.ts` has checked it already; it is checked again before
 * something is done.
 */
export const isSameOrigin = async (): Promise<boolean> => isOwnOrigin((await headers()).get('origin'))
