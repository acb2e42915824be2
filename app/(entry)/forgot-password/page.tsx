import type { Metadata } from 'next'
import { Link } from '@/components/ui/link'
import { textOf } from '@/lib/kernel/address'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'
import { ForgotForm } from '../_components/entry-forms'
import { EntryTitle } from '../_components/entry-title'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('entry'))('forgotTitle') })

export default async function ForgotPasswordPage({ searchParams }: { searchParams: SearchParams }) {
  const t = await translations('entry')
  const sent = textOf(await searchParams, 'sent') !== undefined
  return (
    <>
      {sent ? (
        <EntryTitle title={t('sentTitle')} lead={t('sentText')} />
      ) : (
        <>
          <EntryTitle title={t('forgotTitle')} lead={t('forgotLead')} />
          <ForgotForm />
        </>
      )}
      <p className="text-center text-sm">
        <Link href="/sign-in">{t('backToSignIn')}</Link>
      </p>
    </>
  )
}
