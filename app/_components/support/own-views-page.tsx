import { Eye } from 'lucide-react'
import { ClientTexts } from '@/app/_components/client-texts'
import { PageHeader } from '@/components/ui/layout'
import { EmptyState } from '@/components/ui/states'
import { listOwnViews } from '@/lib/support/list-views'
import type { Action } from '@/lib/web/action'
import { translations } from '@/lib/web/translations'
import { RevokeView } from './revoke-view'
import { SupportViews } from './support-views'

type Props = { ctx: Parameters<typeof listOwnViews>[0]; revoke: Action<undefined> }

/** Each time that the operator looked into an office, for its own people, who can end one that is under way. */
export async function OwnViewsPage({ ctx, revoke }: Props) {
  const [views, t] = await Promise.all([listOwnViews(ctx), translations('support')])
  return (
    <ClientTexts namespaces={['support']}>
      <PageHeader title={t('own.title')} lead={t('own.lead')} />
      {views.length === 0 ? (
        <EmptyState title={t('own.none')} icon={<Eye aria-hidden />}>
          {t('own.noneText')}
        </EmptyState>
      ) : (
        <SupportViews
          views={views}
          who={() => t('operator')}
          action={({ id, ticket }) => <RevokeView viewId={id} ticket={ticket} action={revoke} />}
        />
      )}
    </ClientTexts>
  )
}
