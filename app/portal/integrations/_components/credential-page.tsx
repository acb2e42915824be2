import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache, type ReactNode } from 'react'
import { ClientTexts } from '@/app/_components/client-texts'
import { DescriptionList, PageHeader, Section } from '@/components/ui/layout'
import { BackLink, Link } from '@/components/ui/link'
import { needsStepUp } from '@/lib/accounts/session'
import type { OfficeContext } from '@/lib/context'
import { allRequests, requestsPath } from '@/lib/requests/filter'
import { idOf, orNotFound } from '@/lib/web/id-of'
import { merchantSections } from '@/lib/web/merchant-office'
import { titleOf } from '@/lib/web/title-of'
import { pageFormats, translations } from '@/lib/web/translations'
import { addresses } from '../addresses'
import { AccessNotice } from './access-notice'
import type { Words } from './cells'
import { CredentialButtons } from './credential-buttons'
import { CallsByDay, Refusals, Trail } from './credential-history'
import { type HandOffRow, HandOffs } from './hand-offs'
import { Replacing } from './replacing'
import { SwitchOver } from './switch-over'
import type { Target } from './target'

type History = { handOffs: readonly HandOffRow[] } & Pick<Parameters<typeof CallsByDay>[0], 'days'> &
  Pick<Parameters<typeof Refusals>[0], 'refusals'> &
  Pick<Parameters<typeof Trail>[0], 'events'>

type Facts = readonly { term: string; detail: ReactNode }[]

/** What differs between keys and clients. */
type Of<View> = {
  path: 'keys' | 'clients'
  show: (ctx: OfficeContext, id: number) => Promise<View>
  targetOf: (view: View) => Target
  factsOf: (words: Words, view: View) => Facts
}

/** The credential in the address, read once for the title and the page. */
const shown = cache(async <View extends History>(of: Of<View>, text: string) => {
  const access = await merchantSections.integrations.access()
  if (!access.granted) return access
  const id = idOf(text) ?? notFound()
  return { ...access, view: await orNotFound(of.show(access.ctx, id)) }
})

export async function credentialMetadata<View extends History>(
  params: Promise<{ id: string }>,
  of: Of<View>,
): Promise<Metadata> {
  const { id } = await params
  return titleOf((await translations('integrations'))('title'), async () => {
    const access = await shown(of, id)
    return access.granted ? of.targetOf(access.view).name : undefined
  })
}

/** The page of the credential whose id is in the URL: only for members who may manage credentials, and only of their merchant. */
export async function credentialPage<View extends History>(params: Promise<{ id: string }>, of: Of<View>) {
  const { id: text } = await params
  const access = await shown(of, text)
  if (!access.granted) return <AccessNotice access={access} here={`/portal/integrations/${of.path}/${text}`} />
  const { view } = access
  const [t, formats] = await Promise.all([translations('integrations'), pageFormats()])
  const words = { t, formats }
  const target = of.targetOf(view)
  return (
    <CredentialPage
      words={words}
      target={target}
      needsCode={needsStepUp(access.ctx.session)}
      facts={of.factsOf(words, view)}
      history={view}
      replacing={
        <Replacing ctx={access.ctx} words={words} credential={target} needsCode={needsStepUp(access.ctx.session)} />
      }
      switchOver={target.kind === 'oauth_client' ? <SwitchOver ctx={access.ctx} words={words} client={target} /> : null}
    />
  )
}

/** What the credential is, the outcome of its calls, and who did what with it. */
function CredentialPage(props: {
  words: Words
  target: Target
  needsCode: boolean
  facts: Facts
  history: History
  replacing: ReactNode
  switchOver: ReactNode
}) {
  const { words, target, history } = props
  const { t } = words
  return (
    <ClientTexts namespaces={['integrations']}>
      <PageHeader
        above={<BackLink href="/portal/integrations">{t('details.back')}</BackLink>}
        title={<bdi>{target.name}</bdi>}
        actions={
          target.actions.length > 0 ? (
            <CredentialButtons target={target} addresses={addresses()} needsCode={props.needsCode} />
          ) : undefined
        }
      />
      <Section title={t('details.facts')}>
        <DescriptionList items={props.facts} />
      </Section>
      {props.replacing}
      {props.switchOver}
      {history.handOffs.length > 0 ? <HandOffs words={words} handOffs={history.handOffs} /> : null}
      <CallsByDay words={words} days={history.days} today={new Date()} />
      <p className="-mt-2">
        <Link href={requestsPath({ ...allRequests, credential: { kind: target.kind, id: target.id } })}>
          {t('details.seeCalls')}
        </Link>
      </p>
      <Refusals words={words} kind={target.kind} refusals={history.refusals} />
      <Trail words={words} events={history.events} />
    </ClientTexts>
  )
}
