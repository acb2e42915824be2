import { FileUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageHeader } from '@/components/ui/layout'
import { ButtonLink } from '@/components/ui/link'
import { LinkTabs } from '@/components/ui/tabs'
import { articlesBase } from '@/lib/catalog/articles'
import { translations } from '@/lib/web/translations'

/** The head that both parts of the catalogue share. */
export async function CatalogHeader({ part, action }: { part: 'articles' | 'categories'; action: ReactNode }) {
  const t = await translations('catalog')
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          <>
            <ButtonLink href={`${articlesBase}/import`} icon={<FileUp aria-hidden />}>
              {t('import')}
            </ButtonLink>
            {action}
          </>
        }
      />
      <LinkTabs
        label={t('tabs.label')}
        tabs={[
          { href: articlesBase, label: t('tabs.articles'), current: part === 'articles' },
          { href: `${articlesBase}/categories`, label: t('tabs.categories'), current: part === 'categories' },
        ]}
      />
    </>
  )
}
