import type { Kind } from '@/app/portal/integrations/new-secret'

/** Whose secret a link holds, in words. */
export type Shown = {
  readonly merchant: string
  readonly name: string
  readonly branch: string | null
  readonly terminal: string | null
  readonly until: string
}

/** What the press that opens a link gets, once. */
export type Opened = {
  readonly kind: Kind
  readonly name: string
  readonly clientId: string | null
  readonly ciphertext: string
  readonly branchId: number | null
  readonly terminal: string | null
  /** The right to ask for the first call. */
  readonly watch: string
}

/** When the credential was first seen in use since, in words. */
export type Calls = Readonly<Record<'token' | 'call' | 'callOfTill', string | null>>
