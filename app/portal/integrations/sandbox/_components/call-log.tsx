import { Badge } from '@/components/ui/badge'
import { Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { PageLink } from '@/components/ui/page-link'
import type { CredentialReference } from '@/lib/credentials/reference'
import { allRequests, requestsPage, requestsPath } from '@/lib/requests/filter'
import { listLastCalls } from '@/lib/requests/list-last-calls'
import { type FaultKind, faultKindNames } from '@/lib/sandbox/faults'
import { identities } from '@/lib/sandbox/identities'
import type { MerchantMemberContext } from '@/lib/web/merchant-office'
import { pageFormats, translations } from '@/lib/web/translations'
import { operationNames } from '../../../operation-names'
import { roundMs } from '../../../round-ms'
import { toneOfStatus } from '../../../tone-of-status'
import { LiveLog } from './live-log'

type Props = { ctx: MerchantMemberContext; credential: CredentialReference | undefined }

/**
 * What the credential that the page tries with has called, followed as it comes. A call is opened in a tab of its own, so that the trial,
 * with the code that its next call needs, is not lost.
 */
export async function CallLog({ ctx, credential }: Props) {
  const t = await translations('sandbox')
  return (
    <Section title={t('log.title')} lead={t('log.lead')} className="min-w-0 xl:sticky xl:top-6">
      {credential === undefined ? (
        <p className="text-sm text-muted">{t('log.waiting')}</p>
      ) : (
        <>
          <LiveLog
            key={requestsPath({ ...allRequests, credential })}
            page={`merchant-${ctx.member.merchantId}-${ctx.member.userId}`}
            query={requestsPath({ ...allRequests, credential }).split('?')[1] ?? ''}
          >
            <Calls ctx={ctx} credential={credential} />
          </LiveLog>
          <p className="text-sm">
            <Link href={requestsPath({ ...allRequests, credential })}>{t('log.all')}</Link>
          </p>
        </>
      )}
    </Section>
  )
}

async function Calls({ ctx, credential }: { ctx: MerchantMemberContext; credential: CredentialReference }) {
  const [calls, t, requests, nameOf, { stamp, number }] = await Promise.all([
    listLastCalls(ctx, credential),
    translations('sandbox'),
    translations('requests'),
    operationNames(),
    pageFormats(),
  ])
  if (calls.length === 0) return <p className="text-sm text-muted">{t('log.none')}</p>
  const stagedText = (staged: string) => {
    if (isFault(staged)) return t('log.stagedFault', { fault: t(`arm.kinds.${staged}`) })
    const identity = identities.find(({ code }) => code === staged)
    return identity ? t('log.stagedIdentity', { code: identity.cedula }) : t('log.staged')
  }
  return (
    <ol aria-label={t('log.caption')} className="divide-y divide-line rounded-lg border border-line">
      {calls.map(({ id, operation, status, code, replayed, durationMs, occurredAt, staged, isCut }) => (
        <li key={id} className="relative flex flex-col gap-1 px-4 py-2 text-sm hover:bg-surface">
          <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <PageLink
              href={`${requestsPage}/${id}`}
              target="_blank"
              className="font-medium after:absolute after:inset-0 hover:underline"
            >
              {nameOf(operation)}
            </PageLink>
            <span className="flex flex-wrap gap-1">
              <Badge tone={toneOfStatus(status)}>{status}</Badge>
              {replayed ? <Badge>{requests('replayed')}</Badge> : null}
            </span>
          </span>
          <span className="flex flex-wrap gap-x-3 text-xs text-muted">
            <time dateTime={occurredAt.toISOString()}>{stamp(occurredAt)}</time>
            <span>{requests('milliseconds', { ms: number(roundMs(durationMs)) })}</span>
            {code === null ? null : <span className="font-mono break-all">{code}</span>}
          </span>
          {staged === null && !isCut ? null : (
            <span className="flex flex-wrap gap-1">
              {staged === null ? null : <Badge tone="info">{stagedText(staged)}</Badge>}
              {isCut ? <Badge tone="warning">{t('log.cut')}</Badge> : null}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}

const isFault = (staged: string): staged is FaultKind => (faultKindNames as readonly string[]).includes(staged)
