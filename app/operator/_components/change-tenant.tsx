import type { ComponentProps } from 'react'
import { legalIdLengthMax, tenantNameLengthMax } from '@/lib/network-merchants/drafts'
import { translations } from '@/lib/web/translations'
import { Act } from './act'

/** Changes the name and the RNC of a merchant or a company. */
export async function ChangeTenant({
  words,
  tenant: { name, legalId },
  ...of
}: Pick<ComponentProps<typeof Act>, 'entries' | 'action' | 'needsCode'> & {
  words: { readonly title: string; readonly name: string }
  tenant: { readonly name: string; readonly legalId: string | null }
}) {
  const t = await translations('operatorTenants')
  return (
    <Act
      {...of}
      words={{
        open: t('change.open'),
        title: words.title,
        submit: t('change.submit'),
        done: t('change.done'),
        code: t('code'),
        codeHint: t('codeHint'),
      }}
      fields={[
        { name: 'name', label: words.name, value: name, max: tenantNameLengthMax },
        {
          name: 'legalId',
          label: t('legalId'),
          hint: t('legalIdHint'),
          value: legalId ?? '',
          optional: true,
          max: legalIdLengthMax,
        },
      ]}
    />
  )
}
