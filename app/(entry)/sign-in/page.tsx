import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Notice } from '@/components/ui/notice'
import { textOf } from '@/lib/kernel/address'
import { ownPath, withNext } from '@/lib/web/own-path'
import type { SearchParams } from '@/lib/web/search-params'
import { currentSession } from '@/lib/web/session'
import { translations } from '@/lib/web/translations'
import { SignInForm } from '../_components/entry-forms'
import { EntryTitle } from '../_components/entry-title'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('entry'))('signInTitle') })

export default async function SignInPage({ searchParams }: { searchParams: SearchParams }) {
  const given = await searchParams
  const next = ownPath(textOf(given, 'next'))
  const session = await currentSession()
  if (session) redirect(session.stage === 'second_step' ? withNext('/sign-in/verify', next) : next)
  const t = await translations('entry')
  const notice = textOf(given, 'notice')
  return (
    <>
      <EntryTitle title={t('signInTitle')} />
      {notice === 'signed_out' ? <Notice>{t('signedOut')}</Notice> : null}
      {notice === 'password_reset' ? <Notice tone="good">{t('passwordReset')}</Notice> : null}
      <SignInForm next={next} />
    </>
  )
}
