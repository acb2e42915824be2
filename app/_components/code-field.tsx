'use client'

import { Field } from '@/components/ui/field'
import { CodeInput } from '@/components/ui/input'
import type { FormState } from '@/lib/web/form-state'

type Refusal = Extract<FormState, { status: 'refused' }>

/** The code of step-up: there when the last one is older than five minutes, or the server says that it is by now. */
export function CodeField({ label, hint }: { label: string; hint: string }) {
  return (
    <Field name="stepUpCode" label={label} hint={hint}>
      <CodeInput placeholder="000000" className="max-w-44" />
    </Field>
  )
}

/** Whether a refusal asks for a code. */
export const asksForCode = ({ code, further = [] }: Pick<Refusal, 'code' | 'further'>): boolean =>
  [code, ...further.map((fault) => fault.code)].includes('step_up_required')
