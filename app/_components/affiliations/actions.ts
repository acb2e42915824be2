import type { Side } from '@/lib/affiliations/party'
import type { FormState } from '@/lib/web/form-state'

type Act<Value> = (state: FormState<Value>, entries: FormData) => Promise<FormState<Value>>

/** The actions of one side's office that its pages of affiliations call. */
export type AffiliationActions = {
  readonly propose: Act<{ outcome: 'proposed' | 'affiliated'; name: string }>
  readonly accept: Act<{ name: string }>
  readonly decline: Act<{ name: string }>
  readonly withdraw: Act<{ name: string }>
}

export type EndAction = Act<{ name: string }>

export type { Side }
