import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { ClientTexts } from '@/app/_components/client-texts'
import { officeCookie } from '@/lib/web/office-path'
import { currentSession } from '@/lib/web/session'
import { translations } from '@/lib/web/translations'
import { accountPages } from '../_components/account-pages'
import { AccountTabs } from '../_components/account-tabs'
import { OfficeFrame } from '../_components/office-frame'
import { ShownOnce } from './_components/shown-once'

export const dynamic = 'force-dynamic'

export default async function AccountLayout({ children }: { children: ReactNode }) {
  const stage = (await currentSession())?.stage
  const last = (await cookies()).get(officeCookie)?.value
  return (
    <ShownOnce>
      <OfficeFrame of={last === 'company' || last === 'operator' ? last : 'merchant'}>
        <ClientTexts namespaces={['account', 'accountFaults']}>
          {/* Who owes the code is on the way to it. */}
          {stage === undefined || stage === 'second_step' ? null : <Tabs />}
          {children}
        </ClientTexts>
      </OfficeFrame>
    </ShownOnce>
  )
}

async function Tabs() {
  const [t, shell] = await Promise.all([translations('account'), translations('shell')])
  return (
    <AccountTabs
      label={t('title')}
      pages={accountPages.map(({ key, href }) => ({ href, label: shell(`account.${key}`) }))}
    />
  )
}
