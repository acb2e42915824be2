import type { Side } from '@/lib/affiliations/party'
import type { FormState } from '@/lib/web/form-state'

type Act<Value> = (state: FormState<Value>, entries: FormData) => Promise<FormState<Value>>

/** What the pages of a side do with affiliations: the actions of that side's office. */
export type AffiliationActions = {
  readonly request: Act<{ outcome: 'requested' | 'affiliated'; name: string }>
  readonly accept: Act<{ name: string }>
  readonly decline: Act<{ name: string }>
  readonly withdraw: Act<{ name: string }>
}

export type EndAction = Act<{ name: string }>

export type { Side }
