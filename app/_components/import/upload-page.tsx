import type { ReactNode } from 'react'
import { ClientTexts } from '@/app/_components/client-texts'
import { FileLinks } from '@/app/_components/list/file-links'
import { Card, PageHeader, Section } from '@/components/ui/layout'
import { fileLimits } from '@/lib/files/limits'
import type { SearchParams } from '@/lib/web/search-params'
import { pageFormats } from '@/lib/web/translations'
import { uploadFaultOf } from './upload-fault'
import { UploadForm } from './upload-form'

type Props = {
  /** The address of the list that files change: below it are the upload, by `import/upload`, and the `template`. */
  list: string
  above: ReactNode
  title: string
  lead: string
  /** How a file must be, point by point. */
  how: { readonly title: string; readonly template: string; readonly points: readonly string[] }
  searchParams: SearchParams
}

/** Asks for a file, and tells how it must be. */
export async function UploadPage({ list, above, title, lead, how, searchParams }: Props) {
  const { number } = await pageFormats()
  return (
    <ClientTexts namespaces={['imports']}>
      <PageHeader above={above} title={title} lead={lead} />
      <Card>
        <UploadForm
          action={`${list}/import/upload`}
          fault={uploadFaultOf(await searchParams)}
          megabytesMax={fileLimits.bytesMax / 1024 / 1024}
          rowsMax={number(fileLimits.rowsMax)}
        />
      </Card>
      <Section
        title={how.title}
        actions={
          <div className="flex flex-wrap items-center gap-3">
            <span className="text-sm text-muted">{how.template}</span>
            <FileLinks href={`${list}/template`} />
          </div>
        }
      >
        <ul className="flex max-w-[75ch] list-disc flex-col gap-2 pl-5 text-sm text-pretty marker:text-muted">
          {how.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </Section>
    </ClientTexts>
  )
}
