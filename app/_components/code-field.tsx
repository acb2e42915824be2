'use client'

import { CodeInput, Field } from '@/components/ui/in-dialog'

/** The code of step-up: there when the last one is older than five minutes, or the server says that it is by now. */
export function CodeField({ label, hint }: { label: string; hint: string }) {
  return (
    <Field name="stepUpCode" label={label} hint={hint}>
      <CodeInput placeholder="000000" className="max-w-44" />
    </Field>
  )
}

/** Whether a refusal asks for a code. */
export const asksForCode = ({ code }: { code: string }): boolean => code === 'step_up_required'
