import { type ReactNode, Suspense } from 'react'
import { FileLinks } from '@/app/_components/list/file-links'
import { ListPage } from '@/app/_components/list/list-page'
import { TooManyRows } from '@/app/_components/list/too-many-rows'
import { PageHeader } from '@/components/ui/layout'
import { ButtonLink } from '@/components/ui/link'
import { ListSkeleton } from '@/components/ui/list-skeleton'
import { type Asked, textOf } from '@/lib/kernel/address'
import { translations } from '@/lib/web/translations'
import { ActivityList, type TrailProps } from './activity-list'

/** Who did what in an office: its trail, as the address asks for it. */
export async function ActivityPage({ asked, more, ...props }: TrailProps & { asked: Asked; more?: ReactNode }) {
  const { trail } = props
  const t = await translations('activity')
  const filter = trail.filterOf(asked)
  return (
    <ListPage>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          <>
            {trail.of === 'operator' ? null : (
              <ButtonLink href={`${trail.home}/support`}>{(await translations('support'))('own.link')}</ButtonLink>
            )}
            <FileLinks href={trail.path(filter, {}, `${trail.home}/file`)} />
          </>
        }
      />
      {textOf(asked, 'file') === 'too_many' ? <TooManyRows /> : null}
      <Suspense fallback={<ListSkeleton rows={8} />}>
        <ActivityList key={trail.path(filter)} {...props} filter={filter} />
      </Suspense>
      {more}
    </ListPage>
  )
}
