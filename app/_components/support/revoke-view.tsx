'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { ButtonForm } from '@/components/ui/button-form'
import { useToast } from '@/components/ui/toast'
import type { Action } from '@/lib/web/action'

/** Ends a look of the operator, at once. */
export function RevokeView({ viewId, ticket, action }: { viewId: number; ticket: string; action: Action<undefined> }) {
  const t = useTranslations('support')
  const toast = useToast()
  return (
    <ButtonForm action={action} faults="support.faults" entries={{ viewId }} onDone={() => toast(t('own.revoked'))}>
      <Button type="submit" size="small" variant="danger" aria-label={t('own.revokeLabel', { ticket })}>
        {t('own.revoke')}
      </Button>
    </ButtonForm>
  )
}
