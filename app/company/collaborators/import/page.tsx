import type { Metadata } from 'next'
import { FileLinks } from '@/components/ui/file-links'
import { Card, PageHeader, Section } from '@/components/ui/layout'
import { BackLink } from '@/components/ui/link'
import { collaboratorsHome } from '@/lib/collaborators/filter'
import { fileLimits } from '@/lib/files/limits'
import { ClientTexts } from '@/lib/web/client-texts'
import type { SearchParams } from '@/lib/web/search-params'
import { companyAccess } from '@/lib/web/session'
import { pageFormats, translations } from '@/lib/web/translations'
import { uploadFaultOf } from '../../../_components/import/upload-fault'
import { UploadForm } from '../../../_components/import/upload-form'
import { Missing } from '../../../_components/missing'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await translations('collaborators'))('import.title'),
})

export default async function ImportPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await companyAccess('company.collaborators.manage')
  if (!access.granted) return <Missing what={access.missing} of="company" />
  const t = await translations('collaborators')
  const { number } = await pageFormats()
  return (
    <ClientTexts namespaces={['imports']}>
      <PageHeader
        above={<BackLink href={collaboratorsHome}>{t('details.back')}</BackLink>}
        title={t('import.title')}
        lead={t('import.lead')}
      />
      <Card>
        <UploadForm
          action={`${collaboratorsHome}/import/upload`}
          fault={uploadFaultOf(await searchParams)}
          megabytesMax={fileLimits.bytesMax / 1024 / 1024}
          rowsMax={number(fileLimits.rowsMax)}
        />
      </Card>
      <Section
        title={t('import.howTitle')}
        actions={
          <div className="flex flex-wrap items-center gap-3">
            <span className="text-sm text-muted">{t('import.template')}</span>
            <FileLinks href={`${collaboratorsHome}/template`} />
          </div>
        }
      >
        <ul className="flex max-w-[75ch] list-disc flex-col gap-2 pl-5 text-sm text-pretty marker:text-muted">
          {(['columns', 'zeros', 'active', 'others'] as const).map((point) => (
            <li key={point}>{t(`import.how.${point}`)}</li>
          ))}
        </ul>
      </Section>
    </ClientTexts>
  )
}
