import { Badge } from '@/components/ui/badge'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { DescriptionList, PageHeader, Section } from '@/components/ui/layout'
import { BackLink, Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { credentialPath } from '@/lib/credentials/reference'
import { curlOf } from '@/lib/requests/curl'
import { allRequests, requestsPage, requestsPath } from '@/lib/requests/filter'
import type { RequestPageView } from '@/lib/requests/show-request'
import { pageLanguage } from '@/lib/web/language'
import type { MerchantMemberContext } from '@/lib/web/merchant-office'
import { pageFormats, translations } from '@/lib/web/translations'
import { addresses } from '../../integrations/addresses'
import { operationNames } from '../../operation-names'
import { roundMs } from '../../round-ms'
import { toneOfStatus } from '../../tone-of-status'
import { CallsOfSale } from './calls-of-sale'
import { Remedies } from './remedies'
import { answerText, endpointOf, problemsOf, requestText } from './wire'

type Props = { ctx: Pick<MerchantMemberContext, 'db' | 'member'>; view: RequestPageView }

/** One call: why it failed and what to do, what it was, what was sent and answered. */
export async function RequestDetails({ ctx, view }: Props) {
  const t = await translations('requests')
  const nameOf = await operationNames()
  const { operation, status, code, replayed, details } = view
  return (
    <>
      <PageHeader
        above={<BackLink href={requestsPage}>{t('back')}</BackLink>}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {nameOf(operation)}
            <Badge tone={toneOfStatus(status)}>{code === null ? status : `${status} ${code}`}</Badge>
          </span>
        }
        lead={<span className="font-mono text-xs break-all">{endpointOf(operation)}</span>}
      />
      {code === null ? null : (
        <div className="grid gap-x-6 gap-y-8 lg:grid-cols-2">
          <Why view={view} />
          <Remedies ctx={ctx} view={view} />
        </div>
      )}
      {replayed ? <Notice tone="info">{t('replayedText')}</Notice> : null}
      {details.staged === undefined ? null : (
        <Notice tone="info">{t(details.cut ? 'stagedCutText' : 'stagedText')}</Notice>
      )}
      {details.unknown === undefined ? null : (
        <Notice tone="warning" title={t('ignoredTitle')}>
          {t('ignoredText', { names: details.unknown.join(', ') })}
        </Notice>
      )}
      <Section title={t('facts')}>
        <Facts view={view} />
      </Section>
      <Wire view={view} />
      {view.reference === null ? null : <CallsOfSale ctx={ctx} view={view} reference={view.reference} />}
    </>
  )
}

async function Why({ view }: Pick<Props, 'view'>) {
  const t = await translations('requests')
  const problems = problemsOf(view, await pageLanguage())
  const reason = await reasonOf(view)
  return (
    <Section title={t('why')} className="min-w-0">
      <Notice tone={view.status < 500 ? 'warning' : 'danger'} title={reason ?? problems?.title} className="flex-1">
        <ul className="flex flex-col gap-1">
          {problems?.messages.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              {field === undefined ? null : (
                <>
                  {t.rich('inField', {
                    field: () => <code className="font-mono text-xs font-medium break-all">{field}</code>,
                  })}{' '}
                </>
              )}
              {message}
            </li>
          ))}
        </ul>
      </Notice>
    </Section>
  )
}

/** Why the credential was refused, which the answer to its call did not say (D48). */
async function reasonOf({ details: { reason }, credential, operation }: RequestPageView): Promise<string | undefined> {
  if (reason === undefined) return undefined
  const t = await translations('integrations')
  const isToken = credential.kind === 'oauth_client' && !['issueToken', 'revokeToken'].includes(operation)
  if (isToken && reason === 'expired') return t('details.reasons.tokenExpired')
  if (isToken && reason === 'revoked') return t('details.reasons.tokenRevoked')
  return t(`details.reasons.${reason}`)
}

async function Facts({ view }: { view: RequestPageView }) {
  const t = await translations('requests')
  const formats = await pageFormats()
  const { occurredAt, credential, credentialName, reference, requestId, durationMs, address, details } = view
  return (
    <DescriptionList
      items={[
        { term: t('fact.when'), detail: <time dateTime={occurredAt.toISOString()}>{formats.exact(occurredAt)}</time> },
        {
          term: t('fact.credential'),
          detail: (
            <>
              <Link href={credentialPath(credential)}>
                <bdi>{credentialName}</bdi>
              </Link>{' '}
              <span className="text-muted">{t(`kinds.${credential.kind}`)}</span>
            </>
          ),
        },
        ...(details.terminal === undefined
          ? []
          : [
              {
                term: t('fact.terminal'),
                detail: <span className="font-mono text-xs break-all">{details.terminal}</span>,
              },
            ]),
        ...(details.terminalIllFormed === undefined
          ? []
          : [{ term: t('fact.terminal'), detail: <span className="text-muted">{t('terminalIllFormed')}</span> }]),
        ...(reference === null
          ? []
          : [
              {
                term: t('fact.reference'),
                detail: (
                  <>
                    <span className="block break-all">{reference}</span>
                    <Link href={requestsPath({ ...allRequests, search: reference })}>{t('sameReference')}</Link>
                  </>
                ),
              },
            ]),
        {
          term: t('fact.requestId'),
          detail: (
            <span className="flex items-center gap-1">
              <span className="font-mono text-xs break-all">{requestId}</span>
              <CopyButton text={requestId} label={t('copyRequestId')} />
            </span>
          ),
        },
        { term: t('fact.duration'), detail: t('milliseconds', { ms: formats.number(roundMs(durationMs)) }) },
        ...(address === null
          ? []
          : [{ term: t('fact.address'), detail: <span className="font-mono text-xs">{address}</span> }]),
      ]}
    />
  )
}

async function Wire({ view }: { view: RequestPageView }) {
  const t = await translations('requests')
  const sent = requestText(view)
  const answered = answerText(view, await pageLanguage())
  const { operation, credential, details } = view
  const curl = curlOf({
    ...{ endpoint: endpointOf(operation), apiUrl: addresses().apiUrl, credential },
    ...{ input: details.input, idempotencyKey: details.idempotencyKey },
  })
  return (
    <>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Section title={t('request')} className="min-w-0">
          {sent === undefined ? (
            <p className="text-sm text-muted">{t('noBody')}</p>
          ) : (
            <CodeBlock
              label={t('request')}
              examples={[
                { language: t('http'), code: sent },
                { language: 'curl', code: curl },
              ]}
            />
          )}
        </Section>
        <Section title={t('answer')} className="min-w-0">
          <CodeBlock label={t('answer')} examples={[{ language: t('http'), code: answered }]} />
        </Section>
      </div>
      <p className="max-w-[65ch] text-xs text-pretty text-muted">{t('hiddenNote')}</p>
    </>
  )
}
