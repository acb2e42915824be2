import type { Metadata } from 'next'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { textOf } from '@/lib/kernel/address'
import { ownPath, withNext } from '@/lib/web/own-path'
import type { SearchParams } from '@/lib/web/search-params'
import { requirePendingUser } from '@/lib/web/session'
import { translations } from '@/lib/web/translations'
import { VerifyForm } from '../../_components/entry-forms'
import { EntryTitle } from '../../_components/entry-title'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('entry'))('verifyTitle') })

export default async function VerifyPage({ searchParams }: { searchParams: SearchParams }) {
  const given = await searchParams
  const next = ownPath(textOf(given, 'next'))
  await requirePendingUser(next)
  const t = await translations('entry')
  const by = textOf(given, 'by') === 'recovery' ? 'recovery' : 'app'
  const here = withNext('/sign-in/verify', next)
  const other = by === 'app' ? `${here}${here.includes('?') ? '&' : '?'}by=recovery` : here
  return (
    <>
      <EntryTitle title={t('verifyTitle')} lead={by === 'app' ? t('verifyLead') : t('recoveryLead')} />
      <VerifyForm key={by} next={next} by={by} />
      <p className="text-center text-sm text-pretty">
        <Link href={other}>{by === 'app' ? t('noPhone') : t('backToApp')}</Link>
      </p>
      <form method="post" action="/sign-out" className="text-center">
        <Button type="submit" variant="ghost" size="small">
          {t('otherAccount')}
        </Button>
      </form>
    </>
  )
}
