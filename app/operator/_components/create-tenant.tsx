import type { ReactNode } from 'react'
import { needsStepUp } from '@/lib/accounts/session'
import { legalIdLengthMax, tenantNameLengthMax } from '@/lib/network-merchants/drafts'
import type { OperatorMemberContext } from '@/lib/web/operator-office'
import { translations } from '@/lib/web/translations'
import { Act } from './act'
import type { ActProps } from './act-dialog'

type Props = {
  readonly ctx: OperatorMemberContext
  readonly icon: ReactNode
  readonly words: { readonly open: string; readonly title: string; readonly name: string; readonly done: string }
  readonly action: ActProps['action']
}

/** Creates a merchant or a company, with the first person who manages it. */
export async function CreateTenant({ ctx, icon, words: { name, ...words }, action }: Props) {
  const t = await translations('operatorTenants')
  return (
    <Act
      icon={icon}
      variant="primary"
      words={{
        ...words,
        lead: t('create.lead'),
        submit: t('create.submit'),
        code: t('code'),
        codeHint: t('codeHint'),
      }}
      fields={[
        { name: 'name', label: name, max: tenantNameLengthMax },
        { name: 'legalId', label: t('legalId'), hint: t('legalIdHint'), optional: true, max: legalIdLengthMax },
        { name: 'ownerEmail', label: t('create.email'), kind: 'email', max: 254 },
      ]}
      action={action}
      needsCode={needsStepUp(ctx.session)}
    />
  )
}
