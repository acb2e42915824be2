import type { Metadata } from 'next'
import { ButtonLink } from '@/components/ui/link'
import { findReset } from '@/lib/accounts/reset-password'
import { textOf } from '@/lib/kernel/address'
import { accountContext } from '@/lib/web/origin'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'
import { ResetForm } from '../_components/entry-forms'
import { EntryTitle } from '../_components/entry-title'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('entry'))('resetTitle') })

export default async function ResetPasswordPage({ searchParams }: { searchParams: SearchParams }) {
  const t = await translations('entry')
  const token = textOf(await searchParams, 'token') ?? ''
  const reset = await findReset(await accountContext(), token)
  if (!reset) {
    return (
      <>
        <EntryTitle title={t('linkTitle')} lead={t('linkText')} />
        <ButtonLink variant="primary" href="/forgot-password">
          {t('askAgain')}
        </ButtonLink>
      </>
    )
  }
  return (
    <>
      <EntryTitle title={t('resetTitle')} lead={t('resetLead', { email: reset.email })} />
      <ResetForm token={token} email={reset.email} />
    </>
  )
}
