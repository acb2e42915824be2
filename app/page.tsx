import { CodeBlock } from '@/components/ui/code-block'
import { DescriptionList, Section } from '@/components/ui/layout'
import { ButtonLink, Link } from '@/components/ui/link'
import { env } from '@/lib/env'
import { translations } from '@/lib/web/translations'
import { PublicHeader } from './_components/public-header'

export const dynamic = 'force-dynamic'

const steps = [
  { key: 'validate', operation: 'POST /integrations/eligibility' },
  { key: 'apply', operation: 'POST /integrations/discounts/apply' },
  { key: 'notify', operation: 'POST /integrations/consumptions' },
] as const

export default async function WelcomePage() {
  const t = await translations('welcome')
  const common = await translations('common')
  const { PUBLIC_API_URL: apiUrl } = env()
  const openapiUrl = `${apiUrl}/api/v1/openapi.json`
  const call = `curl ${apiUrl}/api/v1/integrations/eligibility \\
  -H "X-Api-Key: $ALIADO_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"identificationTypeId":1,"identification":"00100000001","purchaseAmount":1250.50}'`
  return (
    <main className="mx-auto flex max-w-3xl flex-col gap-14 px-4 py-6 sm:px-8 sm:py-12">
      <PublicHeader className="gap-4" />

      <div className="flex flex-col gap-4">
        <h1 className="text-2xl font-semibold text-balance sm:text-3xl">{t('heading')}</h1>
        <p className="max-w-[60ch] text-base text-pretty text-muted sm:text-lg">{t('lead')}</p>
        <ButtonLink href="/sign-in" variant="primary" className="mt-2 self-start">
          {common('signIn')}
        </ButtonLink>
        <p>
          <Link href="/developers">{t('developers')}</Link>
        </p>
        <p>
          <Link href="/me">{t('collaborator')}</Link>
        </p>
      </div>

      <Section title={t('stepsHeading')}>
        <ol className="divide-y divide-line border-y border-line">
          {steps.map((step, i) => (
            <li key={step.key} className="grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
              <p className="font-medium">
                <span className="mr-2 text-accent tabular-nums">{i + 1}</span>
                {t(`steps.${step.key}.name`)}
              </p>
              <div className="min-w-0">
                <p className="text-sm">{t(`steps.${step.key}.result`)}</p>
                <p className="mt-1 font-mono text-xs break-words text-muted">{step.operation}</p>
              </div>
            </li>
          ))}
        </ol>
      </Section>

      <Section title={t('tryHeading')} lead={t('tryLead')}>
        <CodeBlock label={t('tryHeading')} examples={[{ language: 'curl', code: call }]} />
      </Section>

      <Section title={t('addresses')}>
        <DescriptionList
          className="border-y border-line"
          items={[
            { term: t('api'), detail: <Address url={`${apiUrl}/api/v1`} /> },
            { term: t('token'), detail: <Address url={`${apiUrl}/connect/token`} /> },
            {
              term: t('openapi'),
              detail: (
                <Link href={openapiUrl}>
                  <Address url={openapiUrl} />
                </Link>
              ),
            },
          ]}
        />
      </Section>
    </main>
  )
}

const Address = ({ url }: { url: string }) => <span className="font-mono text-xs break-all">{url}</span>
