import { Plus } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { Table } from '@/components/ui/table'
import type { Comebacks } from '@/lib/credentials/list-comebacks'
import { liveCredentialsMax } from '@/lib/credentials/permissions'
import { credentialPath } from '@/lib/credentials/reference'
import { pageFormats, translations } from '@/lib/web/translations'
import type { Addresses } from '../new-secret'
import { NewCredential } from './new-credential'
import type { Choice } from './new-credential-dialog'

type Props = Pick<Comebacks, 'comebacks' | 'room'> & {
  addresses: Addresses
  needsCode: boolean
  validities: readonly Choice[]
}

/** The credentials that ended, each with what has come back of it: by what happened, never by hand. */
export async function Comeback({ comebacks, room, validities, ...dialog }: Props) {
  const [t, ti, { relative }] = await Promise.all([
    translations('incident'),
    translations('integrations'),
    pageFormats(),
  ])
  const tick = (isDone: boolean | undefined) => (
    <Badge tone={isDone ? 'good' : 'neutral'}>{t(isDone ? 'yes' : 'notYet')}</Badge>
  )
  const max = { max: String(liveCredentialsMax) }
  return (
    <Section title={t('back')} lead={t('backLead')}>
      <Table
        caption={t('backCaption')}
        rows={comebacks}
        rowKey={({ kind, id }) => `${kind}-${id}`}
        columns={[
          {
            ...{ key: 'credential', label: t('columns.credential'), heading: true },
            cell: (one) => (
              <Link href={credentialPath(one)}>
                <bdi className="wrap-anywhere">{one.name}</bdi>
              </Link>
            ),
            below: ({ kind, endedAt }) => `${t(`kinds.${kind}`)} · ${t('endedOn', { relative: relative(endedAt) })}`,
          },
          {
            ...{ key: 'replaced', label: t('columns.replaced') },
            cell: ({ replacement }) => tick(replacement !== undefined),
          },
          { key: 'called', label: t('columns.called'), cell: ({ replacement }) => tick(replacement?.called) },
          { key: 'sold', label: t('columns.sold'), cell: ({ replacement }) => tick(replacement?.sold) },
          {
            ...{ key: 'action', label: t('columns.action') },
            // It stays when there is a new one: that one's secret stands in its dialog, only this once.
            cell: ({ kind, name, permissions, validityDays, replacement }) => (
              <NewCredential
                {...dialog}
                icon={<Plus aria-hidden />}
                kind={kind}
                draft={{ name, permissions, validityDays }}
                disabledReason={
                  replacement !== undefined
                    ? t('isReplaced')
                    : room[kind] > 0
                      ? undefined
                      : ti(kind === 'api_key' ? 'keys.full' : 'clients.full', max)
                }
                {...(kind === 'api_key' ? { validities } : {})}
              />
            ),
          },
        ]}
      />
    </Section>
  )
}
