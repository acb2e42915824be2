import { Eraser, FlaskConical, ListPlus } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ClientTexts } from '@/app/_components/client-texts'
import { Badge } from '@/components/ui/badge'
import { CodeBlock } from '@/components/ui/code-block'
import { PageHeader, Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { EmptyState } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import type { CredentialReference } from '@/lib/credentials/reference'
import { displayName } from '@/lib/redemption/person'
import { cedulaTypeId, identificationOf } from '@/lib/sandbox/identities'
import { followedCredential, sandboxPage } from '@/lib/sandbox/page'
import { showSandbox } from '@/lib/sandbox/show-sandbox'
import { type MerchantMemberContext, merchantSections } from '@/lib/web/merchant-office'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'
import { AccessNotice } from '../_components/access-notice'
import { Views } from '../_components/views'
import { addresses } from '../addresses'
import { ArmedFaults } from './_components/armed-faults'
import { CallLog } from './_components/call-log'
import { firstSale } from './_components/first-sale'
import { Copied, IdentityTable } from './_components/identity-table'
import { EmptySandbox, PrepareSandbox } from './_components/sandbox-buttons'
import { Tries } from './_components/tries'
import { TryIt } from './_components/try-it'
import { sandboxContext } from './sandbox-context'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('sandbox'))('title') }
}

/** With what a till is tried (D67). In production the page does not exist. */
export default async function SandboxPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await merchantSections.integrations.access()
  if (!access.granted) return <AccessNotice access={access} here={sandboxPage} />
  if (access.ctx.environment !== 'test') notFound()
  const [sandbox, t, asked] = await Promise.all([
    showSandbox(sandboxContext(access.ctx)),
    translations('sandbox'),
    searchParams,
  ])
  return (
    <ClientTexts namespaces={['sandbox', 'liveCalls']}>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          sandbox && (
            <>
              <PrepareSandbox icon={<ListPlus aria-hidden />} isPrepared />
              <EmptySandbox icon={<Eraser aria-hidden />} />
            </>
          )
        }
      />
      <Views current="sandbox" />
      {sandbox === undefined ? (
        <Before />
      ) : (
        <>
          <Notice tone="warning" title={t('banner')}>
            <p>{t('bannerText')}</p>
            <p>{t('emptyText')}</p>
          </Notice>
          <Prepared ctx={access.ctx} sandbox={sandbox} followed={followedCredential.read(asked)} />
        </>
      )}
    </ClientTexts>
  )
}

async function Before() {
  const t = await translations('sandbox')
  return (
    <EmptyState
      icon={<FlaskConical aria-hidden />}
      title={t('before')}
      action={<PrepareSandbox icon={<FlaskConical aria-hidden />} isPrepared={false} />}
    >
      <p>{t('beforeText')}</p>
      <ul className="mt-3 list-disc pl-5 text-left">
        {(['identities', 'branches', 'discounts'] as const).map((what) => (
          <li key={what}>{t(`makes.${what}`)}</li>
        ))}
      </ul>
    </EmptyState>
  )
}

type Sandbox = NonNullable<Awaited<ReturnType<typeof showSandbox>>>

async function Prepared(props: {
  ctx: MerchantMemberContext
  sandbox: Sandbox
  followed: CredentialReference | undefined
}) {
  const { ctx, sandbox, followed } = props
  const [t, discounts] = await Promise.all([translations('sandbox'), translations('discounts')])
  const { types, identities, branches, articles } = sandbox
  const others = types.filter(({ id }) => id !== cedulaTypeId).map(({ id, name }) => `${id} ${name}`)
  return (
    <>
      <FirstSale sandbox={sandbox} />
      <Tries>
        <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_18rem] xl:gap-6">
          <div className="flex min-w-0 flex-col gap-8">
            <Section title={t('try.title')} lead={t('try.lead')}>
              <TryIt
                identities={identities.map(({ code, cedula, person }) => ({
                  value: code,
                  label: `${cedula} · ${person ? displayName(person.firstName, person.lastName) : t('nobody')}`,
                }))}
                followedKeyId={followed?.kind === 'api_key' ? followed.id : undefined}
              />
            </Section>
            <ArmedFaults ctx={ctx} />
          </div>
          <CallLog ctx={ctx} credential={followed} />
        </div>
      </Tries>
      <Section
        title={t('identities')}
        lead={t('identitiesLead', {
          cedula: String(cedulaTypeId),
          others: others.length === 0 ? t('noOthers') : others.join(', '),
        })}
      >
        <IdentityTable identities={identities} />
      </Section>
      <Section title={t('discounts')} lead={t('discountsLead')}>
        <Table
          caption={t('discounts')}
          rows={sandbox.discounts}
          rowKey={({ id }) => id}
          columns={[
            { key: 'name', label: t('discount'), heading: true, cell: ({ name }) => name },
            {
              key: 'id',
              label: t('id'),
              cell: ({ id }) => <CopiedId id={id} copy={t('copy', { text: String(id) })} />,
            },
            { key: 'status', label: t('status'), cell: ({ status }) => discounts(`statuses.${status}`) },
          ]}
        />
      </Section>
      <Section title={t('branches')} lead={t('branchesLead')}>
        <Table
          caption={t('branches')}
          rows={branches}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'name',
              label: t('branch'),
              heading: true,
              cell: ({ name, active }) => (
                <>
                  {name} {active ? null : <Badge tone="neutral">{t('inactive')}</Badge>}
                </>
              ),
            },
            {
              key: 'id',
              label: t('id'),
              cell: ({ id }) => <CopiedId id={id} copy={t('copy', { text: String(id) })} />,
            },
          ]}
        />
      </Section>
      <Section title={t('articles')} lead={t('articlesLead')}>
        <Table
          caption={t('articles')}
          rows={articles}
          rowKey={({ sku }) => sku}
          columns={[
            {
              key: 'sku',
              label: t('sku'),
              heading: true,
              cell: ({ sku }) => <Copied text={sku} label={t('copy', { text: sku })} />,
            },
            { key: 'name', label: t('article'), cell: ({ name }) => name },
            { key: 'category', label: t('category'), cell: ({ category }) => category ?? '—' },
            { key: 'price', label: t('price'), align: 'right', cell: ({ price }) => price },
          ]}
        />
      </Section>
    </>
  )
}

const CopiedId = ({ id, copy }: { id: number; copy: string }) => <Copied text={String(id)} label={copy} />

async function FirstSale({ sandbox: { identities, branches } }: { sandbox: Sandbox }) {
  const t = await translations('sandbox')
  const customer = identities.find(({ discounts }) => discounts.length > 0)
  const [discount] = customer?.discounts ?? []
  if (!customer || !discount) return null
  const examples = firstSale({
    apiUrl: addresses().apiUrl,
    identificationTypeId: cedulaTypeId,
    identification: identificationOf(customer, cedulaTypeId),
    branchId: branches.find(({ active }) => active)?.id,
    discountId: discount.id,
    steps: { eligibility: t('steps.eligibility'), apply: t('steps.apply'), consume: t('steps.consume') },
  })
  return (
    <Section title={t('calls')} lead={t('callsLead')}>
      <CodeBlock label={t('calls')} examples={examples} />
      <p className="text-sm text-muted">
        {t('callsNext')} <Link href="/developers/start">{t('guide')}</Link>.
      </p>
    </Section>
  )
}
