import { Handshake } from 'lucide-react'
import type { ComponentProps } from 'react'
import { translations } from '@/lib/web/translations'
import { Act } from './act'

const nameLengthMax = 200

/** Affiliates a merchant and a company, on behalf of both. */
export async function Affiliate({
  words,
  ...of
}: Pick<ComponentProps<typeof Act>, 'entries' | 'action' | 'needsCode'> & {
  words: { readonly open: string; readonly title: string; readonly other: string }
}) {
  const t = await translations('operatorTenants')
  return (
    <Act
      {...of}
      icon={<Handshake aria-hidden />}
      words={{
        open: words.open,
        title: words.title,
        lead: t('affiliate.lead'),
        submit: t('affiliate.submit'),
        done: t('affiliate.done'),
        code: t('code'),
        codeHint: t('codeHint'),
      }}
      fields={[{ name: 'other', label: words.other, max: nameLengthMax }]}
    />
  )
}
