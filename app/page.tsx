import { env } from '@/lib/env'
import { pageLanguage } from '@/lib/web/language'
import { welcomeTexts } from './_components/welcome-texts'

export const dynamic = 'force-dynamic'

export default async function WelcomePage() {
  const texts = welcomeTexts[await pageLanguage()]
  const { PUBLIC_API_URL: apiUrl, SERVICE_ENVIRONMENT: environment } = env()
  const addresses = [
    { name: texts.api, url: `${apiUrl}/api/v1`, readable: false },
    { name: texts.token, url: `${apiUrl}/connect/token`, readable: false },
    { name: texts.openapi, url: `${apiUrl}/api/v1/openapi.json`, readable: true },
  ]
  return (
    <main className="mx-auto flex max-w-3xl flex-col gap-14 px-5 py-10 sm:px-8 sm:py-16">
      <header className="flex items-center justify-between gap-4">
        <p className="text-lg font-semibold tracking-tight">Aliado</p>
        <p className="rounded-full border border-line px-3 py-1 text-xs font-medium text-muted">
          {texts.environment[environment]}
        </p>
      </header>

      <section className="flex flex-col gap-4">
        <h1 className="text-3xl leading-tight font-semibold tracking-tight text-balance sm:text-4xl">
          {texts.heading}
        </h1>
        <p className="max-w-[60ch] text-base leading-relaxed text-muted sm:text-lg">{texts.lead}</p>
      </section>

      <section className="flex flex-col gap-4">
        <h2 className="text-sm font-semibold text-muted">{texts.stepsHeading}</h2>
        <ol className="divide-y divide-line border-y border-line">
          {texts.steps.map((step, i) => (
            <li key={step.operation} className="grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[8rem_1fr]">
              <p className="font-medium">
                <span className="mr-2 text-accent">{i + 1}</span>
                {step.name}
              </p>
              <div className="min-w-0">
                <p className="text-sm leading-relaxed">{step.result}</p>
                <p className="font-mono text-xs break-words text-muted">{step.operation}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>

      <section className="flex flex-col gap-4">
        <h2 className="text-sm font-semibold text-muted">{texts.tryHeading}</h2>
        <p className="text-sm">{texts.tryLead}</p>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1).
          tabIndex={0}
          className="overflow-x-auto rounded-lg border border-line bg-surface p-4 font-mono text-xs leading-relaxed"
        >
          {`curl ${apiUrl}/api/v1/integrations/eligibility \\
  -H "X-Api-Key: $ALIADO_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"identificationTypeId":1,"identification":"00100000001","purchaseAmount":1250.50}'`}
        </pre>
      </section>

      <section className="flex flex-col gap-4">
        <h2 className="text-sm font-semibold text-muted">{texts.addresses}</h2>
        <dl className="flex flex-col gap-3 text-sm">
          {addresses.map(({ name, url, readable }) => (
            <div key={url} className="grid gap-x-6 gap-y-0.5 sm:grid-cols-[12rem_1fr]">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 font-mono text-xs leading-5 break-words">
                {readable ? (
                  <a className="text-accent underline underline-offset-4" href={url}>
                    {url}
                  </a>
                ) : (
                  url
                )}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </main>
  )
}
