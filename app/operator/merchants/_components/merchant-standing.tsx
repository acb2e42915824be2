import { ButtonLink } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { networkMerchantPath } from '@/lib/network-merchants/merchants'
import type { NetworkMerchantView } from '@/lib/network-merchants/show-merchants'
import { pageFormats, translations } from '@/lib/web/translations'
import { Act } from '../../_components/act'
import { enableMerchantAction, undoDisablingAction } from '../actions'

/** Whether a merchant is served, why not, and what can be done about it. */
export async function MerchantStanding({ merchant, needsCode }: { merchant: NetworkMerchantView; needsCode: boolean }) {
  const [t, shared, { dateTime }] = await Promise.all([
    translations('operatorMerchants'),
    translations('operatorTenants'),
    pageFormats(),
  ])
  const { id: merchantId, name, state, disabling } = merchant
  const code = { code: shared('code'), codeHint: shared('codeHint') }
  if (state === 'enabled') {
    return (
      <Notice
        tone="good"
        action={<ButtonLink href={`${networkMerchantPath(merchantId)}/disable`}>{t('standing.disable')}</ButtonLink>}
      >
        {t('standing.enabled')}
      </Notice>
    )
  }
  const why = disabling ? (
    <>
      <p>{t('standing.cause', { cause: t(`causes.${disabling.cause}`) })}</p>
      <p>{t('standing.message')}</p>
      <blockquote className="mt-1 border-l-2 border-line pl-3 break-words whitespace-pre-line">
        {disabling.message}
      </blockquote>
    </>
  ) : null
  if (state === 'scheduled') {
    return (
      <Notice
        tone="warning"
        title={disabling ? t('standing.scheduledTitle', { at: dateTime(disabling.takesEffectAt) }) : undefined}
        action={
          <Act
            words={{
              open: t('standing.undo.open'),
              title: t('standing.undo.title', { name }),
              lead: t('standing.undo.lead'),
              submit: t('standing.undo.submit'),
              done: t('standing.undo.done'),
              ...code,
            }}
            entries={{ merchantId }}
            action={undoDisablingAction}
            needsCode={needsCode}
          />
        }
      >
        {why}
      </Notice>
    )
  }
  const since = disabling?.tookEffectAt
  return (
    <Notice
      tone="danger"
      title={since ? t('standing.disabledTitle', { at: dateTime(since) }) : t('standing.disabledByFile')}
      action={
        <Act
          words={{
            open: t('standing.enable.open'),
            title: t('standing.enable.title', { name }),
            points: [t('standing.enable.sells'), t('standing.enable.benefits'), t('standing.enable.told')],
            submit: t('standing.enable.submit'),
            done: t('standing.enable.done'),
            ...code,
          }}
          entries={{ merchantId }}
          action={enableMerchantAction}
          needsCode={needsCode}
        />
      }
    >
      {why}
    </Notice>
  )
}
