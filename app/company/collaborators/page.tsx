import { FileUp, Tags, UserPlus } from 'lucide-react'
import type { Metadata } from 'next'
import { Suspense } from 'react'
import { ClientTexts } from '@/app/_components/client-texts'
import { ListPage } from '@/app/_components/list/list-page'
import { TooManyRows } from '@/app/_components/list/too-many-rows'
import { PageHeader } from '@/components/ui/layout'
import { ButtonLink } from '@/components/ui/link'
import { ListSkeleton } from '@/components/ui/list-skeleton'
import { Notice } from '@/components/ui/notice'
import { collaboratorFilterOf, collaboratorsHome, collaboratorsPath } from '@/lib/collaborators/filter'
import { listChoices } from '@/lib/collaborators/list-choices'
import { textOf } from '@/lib/kernel/address'
import { companySections } from '@/lib/web/company-office'
import { toRead } from '@/lib/web/reading'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'
import { Missing } from '../../_components/missing'
import { FirstBenefits } from '../_components/first-benefits'
import { CollaboratorList } from './_components/collaborator-list'
import { NewCollaborator } from './_components/list-buttons'
import { optionsOf } from './_components/options'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await translations('collaborators'))('title'),
})

export default async function CollaboratorsPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await companySections.collaborators.access()
  if (!access.granted) return <Missing access={access} />
  const ctx = await toRead(access.ctx)
  const t = await translations('collaborators')
  const company = ctx.session.companyMembership?.name ?? ''
  const asked = await searchParams
  const filter = collaboratorFilterOf(asked)
  const choices = optionsOf(await listChoices(ctx))
  const canRegister = choices.identificationTypes.length > 0
  return (
    <ClientTexts namespaces={['collaborators', 'companyFaults']}>
      <ListPage>
        <PageHeader
          title={t('title')}
          lead={t('lead', { company })}
          actions={
            <>
              <ButtonLink href={`${collaboratorsHome}/types`} icon={<Tags aria-hidden />}>
                {t('types.manage')}
              </ButtonLink>
              {canRegister ? (
                <>
                  <ButtonLink href={`${collaboratorsHome}/import`} icon={<FileUp aria-hidden />}>
                    {t('import.action')}
                  </ButtonLink>
                  <NewCollaborator icon={<UserPlus aria-hidden />} choices={choices} />
                </>
              ) : null}
            </>
          }
        />
        <noscript>
          <Notice tone="warning">{t('needsScript')}</Notice>
        </noscript>
        {canRegister ? null : <Notice tone="warning">{t('noTypes')}</Notice>}
        {textOf(asked, 'file') === 'too_many' ? <TooManyRows /> : null}
        <FirstBenefits ctx={ctx} />
        <Suspense fallback={<ListSkeleton rows={8} />}>
          <CollaboratorList
            key={collaboratorsPath(filter)}
            ctx={ctx}
            filter={filter}
            company={company}
            choices={choices}
          />
        </Suspense>
      </ListPage>
    </ClientTexts>
  )
}
