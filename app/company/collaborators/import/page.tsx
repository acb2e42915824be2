import type { Metadata } from 'next'
import { UploadPage } from '@/app/_components/import/upload-page'
import { Missing } from '@/app/_components/missing'
import { BackLink } from '@/components/ui/link'
import { collaboratorsHome } from '@/lib/collaborators/filter'
import { companySections } from '@/lib/web/company-office'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await translations('collaborators'))('import.title'),
})

export default async function ImportPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await companySections.collaborators.access()
  if (!access.granted) return <Missing access={access} />
  const t = await translations('collaborators')
  return (
    <UploadPage
      list={collaboratorsHome}
      above={<BackLink href={collaboratorsHome}>{t('details.back')}</BackLink>}
      title={t('import.title')}
      lead={t('import.lead')}
      how={{
        title: t('import.howTitle'),
        template: t('import.template'),
        points: (['columns', 'zeros', 'active', 'others'] as const).map((point) => t(`import.how.${point}`)),
      }}
      searchParams={searchParams}
    />
  )
}
