import { CalendarClock, KeyRound, Plus, ScanSearch, Server } from 'lucide-react'
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { ClientTexts } from '@/app/_components/client-texts'
import { PageHeader, Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { EmptyState, Meter } from '@/components/ui/states'
import { needsStepUp } from '@/lib/accounts/session'
import { type CredentialList, listCredentials } from '@/lib/credentials/list-credentials'
import { listHints } from '@/lib/credentials/list-hints'
import { showCalendar } from '@/lib/credentials/read-calendar'
import { pairsOf } from '@/lib/credentials/replacement'
import { textOf } from '@/lib/kernel/address'
import { merchantSections } from '@/lib/web/merchant-office'
import type { SearchParams } from '@/lib/web/search-params'
import { pageFormats, translations } from '@/lib/web/translations'
import { AccessNotice } from './_components/access-notice'
import { ClientTable, KeyTable } from './_components/credential-tables'
import { EndAll } from './_components/end-all'
import { ExpiryCalendar } from './_components/expiry-calendar'
import { Hints } from './_components/hints'
import { NewCredential } from './_components/new-credential'
import { Pairs } from './_components/pairs'
import { SecretSearch } from './_components/secret-search'
import { targetOfClient, targetOfKey } from './_components/target'
import { Views } from './_components/views'
import { addresses } from './addresses'
import { validities } from './validities'

const here = '/portal/integrations'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('integrations'))('title') }
}

export default async function IntegrationsPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await merchantSections.integrations.access()
  if (!access.granted) return <AccessNotice access={access} here={here} />
  const { ctx } = access
  const [{ oauthClients, apiKeys }, asked, t, formats] = await Promise.all([
    listCredentials(ctx),
    searchParams,
    translations('integrations'),
    pageFormats(),
  ])
  const calendar = await showCalendar(ctx)
  const isPast = textOf(asked, 'view') === 'past'
  const hints = isPast ? [] : await listHints(ctx, { oauthClients, apiKeys }, new Date())
  const shown = <View extends { status: string }>({ credentials }: CredentialList<View>) =>
    credentials.filter(({ status }) => (status === 'live') !== isPast)
  const shared = { words: { t, formats }, addresses: addresses(), needsCode: needsStepUp(ctx.session) }
  const [clients, keys] = [shown(oauthClients), shown(apiKeys)]
  const expired = apiKeys.credentials.filter(({ status }) => status === 'expired').length
  const live = apiKeys.credentials.filter(({ status }) => status === 'live')
  const pairs = pairsOf([
    ...oauthClients.credentials.map((client) => ({ ...client, kind: 'oauth_client' as const })),
    ...apiKeys.credentials.map((key) => ({ ...key, kind: 'api_key' as const })),
  ])
  const choices = await validities(live)
  const publicNames = [
    ...apiKeys.credentials.map(({ prefix }) => prefix),
    ...oauthClients.credentials.map(({ clientId }) => clientId),
  ]
  const created = calendar && formats.dateTime(calendar.createdAt)
  const standing =
    calendar &&
    (calendar.readAt === null
      ? t('calendar.standingUnread', { created: created ?? '' })
      : t('calendar.standing', { created: created ?? '', read: formats.relative(calendar.readAt) }))
  const create = { addresses: shared.addresses, needsCode: shared.needsCode }
  return (
    <ClientTexts namespaces={['integrations']}>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          <>
            <SecretSearch icon={<ScanSearch aria-hidden />} publicNames={publicNames} {...create} />
            <EndAll
              merchant={ctx.session.membership?.name ?? ''}
              keys={apiKeys.used}
              clients={oauthClients.used}
              needsCode={shared.needsCode}
            />
          </>
        }
      />
      <noscript>
        <Notice tone="warning">{t('needsScript')}</Notice>
      </noscript>
      <Views current={isPast ? 'past' : 'current'} />
      {isPast ? null : <Pairs words={shared.words} pairs={pairs} />}
      <Hints
        {...shared}
        hints={hints}
        targetOf={({ kind, id }) => {
          const key = kind === 'api_key' ? keys.find((one) => one.id === id) : undefined
          const client = kind === 'oauth_client' ? clients.find((one) => one.id === id) : undefined
          return key ? targetOfKey(key) : client && targetOfClient(client)
        }}
      />
      <Section
        title={t('clients.title')}
        lead={
          <Lead text={t('clients.lead')} list={oauthClients} used={t('used', count(oauthClients))}>
            {lastPlace(oauthClients, isPast, t('lastPlace'))}
          </Lead>
        }
        actions={
          isPast ? null : (
            <NewCredential
              icon={<Plus aria-hidden />}
              {...create}
              kind="oauth_client"
              disabledReason={full(oauthClients, t('clients.full', count(oauthClients)))}
            />
          )
        }
      >
        {clients.length > 0 ? (
          <ClientTable
            {...shared}
            credentials={clients}
            caption={t(isPast ? 'clients.pastCaption' : 'clients.caption')}
          />
        ) : isPast ? (
          <p className="text-muted">{t('clients.pastEmpty')}</p>
        ) : (
          <EmptyState icon={<Server aria-hidden />} title={t('clients.empty')}>
            {t('clients.emptyText')}
          </EmptyState>
        )}
      </Section>
      <Section
        title={t('keys.title')}
        lead={
          <Lead text={t('keys.lead')} list={apiKeys} used={t('used', count(apiKeys))}>
            {lastPlace(apiKeys, isPast, t('lastPlace'))}
            {expired > 0 && !isPast ? (
              <>
                {t('expiredCount', { count: expired })} <Link href={`${here}?view=past`}>{t('seePast')}</Link>
              </>
            ) : null}
          </Lead>
        }
        actions={
          isPast ? null : (
            <div className="flex flex-wrap gap-2">
              <ExpiryCalendar icon={<CalendarClock aria-hidden />} standing={standing} />
              <NewCredential
                icon={<Plus aria-hidden />}
                {...create}
                kind="api_key"
                validities={choices}
                disabledReason={full(apiKeys, t('keys.full', count(apiKeys)))}
              />
            </div>
          )
        }
      >
        {keys.length > 0 ? (
          <KeyTable {...shared} credentials={keys} caption={t(isPast ? 'keys.pastCaption' : 'keys.caption')} />
        ) : isPast ? (
          <p className="text-muted">{t('keys.pastEmpty')}</p>
        ) : (
          <EmptyState icon={<KeyRound aria-hidden />} title={t('keys.empty')}>
            {t('keys.emptyText')}
          </EmptyState>
        )}
      </Section>
    </ClientTexts>
  )
}

type Counted = Pick<CredentialList<never>, 'used' | 'max'>

const count = ({ used, max }: Counted) => ({ used: String(used), max: String(max) })

/** With one place left a credential can still be replaced without a stop; with none it can't. */
const lastPlace = ({ used, max }: Counted, isPast: boolean, text: string) =>
  used === max - 1 && !isPast ? <span className="block">{text}</span> : null

const full = ({ used, max }: Counted, reason: string) => (used >= max ? reason : undefined)

function Lead(props: { text: string; list: Counted; used: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <p>{props.text}</p>
      <Meter label={props.used} value={props.list.used} max={props.list.max} />
      {props.children ? <p>{props.children}</p> : null}
    </div>
  )
}
