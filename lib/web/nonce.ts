import { headers } from 'next/headers'

/** The nonce of this answer's Content-Security-Policy, which `proxy.ts` made. */
export const pageNonce = async (): Promise<string | undefined> => (await headers()).get('x-nonce') ?? undefined
