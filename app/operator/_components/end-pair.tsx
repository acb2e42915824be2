import { translations } from '@/lib/web/translations'
import { Act } from './act'
import type { ActProps } from './act-dialog'

type Props = {
  readonly pair: { readonly merchantId: number; readonly companyId: number }
  /** What the side is called that is not of this page, and how many discounts the company grants. */
  readonly name: string
  readonly grants: number
  readonly action: ActProps['action']
  readonly needsCode: boolean
}

/** Ends an affiliation on behalf of both sides. */
export async function EndPair({ pair, name, grants, action, needsCode }: Props) {
  const t = await translations('operatorTenants')
  return (
    <Act
      small
      variant="danger-quiet"
      words={{
        open: t('end.open'),
        label: t('end.title', { name }),
        title: t('end.title', { name }),
        points: [t('end.grants', { count: grants }), t('end.active'), t('end.told')],
        submit: t('end.submit'),
        done: t('end.done'),
        code: t('code'),
        codeHint: t('codeHint'),
      }}
      entries={pair}
      fields={[{ name: 'confirmation', label: t('end.confirmation', { name }), max: 500 }]}
      action={action}
      danger
      needsCode={needsCode}
    />
  )
}
