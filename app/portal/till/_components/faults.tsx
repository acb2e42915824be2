'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import type { Heard, Trouble } from './call'

/** Why a call brought nothing, as the cashier reads it. */
export type Fault = {
  readonly trouble: Trouble | 'refused'
  readonly code?: string | undefined
  readonly seconds?: number | undefined
  readonly requestId?: string | undefined
}

export function faultOf(heard: Exclude<Heard<unknown>, { heard: 'value' }>): Fault {
  if (heard.heard === 'refused') return { trouble: 'refused', code: heard.code }
  const { trouble, code, seconds, requestId } = heard
  return { trouble, code, seconds, requestId }
}

const sentences = [
  'invalid_request',
  'branch_invalid',
  'items_required',
  'no_applicable_items',
  'reference_in_use',
  'discount_not_available',
  'merchant_disabled',
  'permission_missing',
  'two_step_missing',
] as const

/** The sentence of a refusal; one that has none is ours to explain. */
export function useFaultText(): (fault: Fault) => string {
  const t = useTranslations('till')
  return ({ trouble, code, seconds = 10, requestId }) => {
    if (trouble === 'offline') return t('offline')
    if (trouble === 'limited') return t('faults.rate_limited', { seconds: String(seconds) })
    const known = sentences.find((one) => one === code)
    if (known !== undefined) return t(`faults.${known}`)
    return requestId === undefined ? t('faults.busy') : t('faults.unexpected', { reference: requestId })
  }
}

/** A session that has ended and a page of somebody else have a way on; all else is a sentence. */
export function FaultNotice({ fault }: { fault: Fault | undefined }) {
  const t = useTranslations('till')
  const text = useFaultText()
  if (fault === undefined) return <div role="alert" />
  return (
    <div role="alert">
      {fault.trouble === 'session' ? (
        <Notice
          tone="warning"
          title={t('sessionTitle')}
          action={
            <ButtonLink href="/sign-in?next=%2Fportal%2Ftill" variant="primary">
              {t('signIn')}
            </ButtonLink>
          }
        >
          {t('sessionText')}
        </Notice>
      ) : fault.trouble === 'changed' ? (
        <Notice
          tone="warning"
          title={t('changedTitle')}
          action={<Button onClick={() => window.location.reload()}>{t('reload')}</Button>}
        >
          {t('changedText')}
        </Notice>
      ) : (
        <Notice tone="warning">{text(fault)}</Notice>
      )}
    </div>
  )
}
