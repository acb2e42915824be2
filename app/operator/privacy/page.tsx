import type { Metadata } from 'next'
import { Suspense } from 'react'
import { ClientTexts } from '@/app/_components/client-texts'
import { Missing } from '@/app/_components/missing'
import { PageHeader } from '@/components/ui/layout'
import { ButtonLink } from '@/components/ui/link'
import { ListSkeleton } from '@/components/ui/list-skeleton'
import { needsStepUp } from '@/lib/accounts/session'
import { localDayOf } from '@/lib/language/days'
import { casesFilterOf, casesPath, privacyPage } from '@/lib/privacy/cases'
import { listSearchedTypes } from '@/lib/privacy/show-cases'
import { operatorSections } from '@/lib/web/operator-office'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'
import { CasesList } from './_components/cases-list'
import { Search } from './_components/search'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('privacy'))('title') })

export default async function PrivacyPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await operatorSections.privacy.access()
  if (!access.granted) return <Missing access={access} />
  const { ctx } = access
  const [t, types] = await Promise.all([translations('privacy'), listSearchedTypes(ctx)])
  const filter = casesFilterOf(await searchParams)
  return (
    <ClientTexts namespaces={['privacy', 'operatorFaults']}>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          <>
            <Search
              types={types.map(({ id, name, retiredAt }) => ({
                value: String(id),
                label: retiredAt === null ? name : t('search.retired', { name }),
              }))}
              today={localDayOf(ctx.now())}
              needsCode={needsStepUp(ctx.session)}
            />
            <ButtonLink href={`${privacyPage}/retention`}>{t('retentionLink')}</ButtonLink>
          </>
        }
      />
      <Suspense fallback={<ListSkeleton />}>
        <CasesList key={casesPath(filter, filter)} ctx={ctx} filter={filter} />
      </Suspense>
    </ClientTexts>
  )
}
