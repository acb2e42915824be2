import type { FormState } from '@/lib/web/form-state'
import type { compareAction } from '../actions'

/** What a comparison found, as the page shows it. */
export type Found = Extract<Awaited<ReturnType<typeof compareAction>>, FormState<unknown> & { status: 'done' }>['value']
