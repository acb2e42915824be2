import type { Metadata } from 'next'
import { Figures } from '@/components/ui/figures'
import { PageHeader, Section } from '@/components/ui/layout'
import { ButtonLink } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { EmptyState } from '@/components/ui/states'
import { benefitsHome, benefitsPath } from '@/lib/benefits/benefits'
import { collaboratorFilterOf, collaboratorsPath } from '@/lib/collaborators/filter'
import { showOverview } from '@/lib/companies/show-overview'
import { companyOffice, companySections } from '@/lib/web/company-office'
import { requireMember, sectionsFor } from '@/lib/web/office'
import { toRead } from '@/lib/web/reading'
import { pageFormats, translations } from '@/lib/web/translations'
import { SectionCards } from '../_components/section-cards'
import { Consumed } from './_components/consumed'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('home'))('title') })

type Overview = Awaited<ReturnType<typeof showOverview>>

export default async function CompanyHomePage() {
  const ctx = await toRead(await requireMember(companyOffice))
  const t = await translations('companyHome')
  const company = ctx.session.companyMembership?.name ?? ''
  const sections = sectionsFor(companySections, ctx.member.permissions)
  const overview = await showOverview(ctx)
  const received = overview.benefits?.received ?? 0
  return (
    <>
      <PageHeader title={t('greeting', { name: ctx.session.name })} lead={t('lead', { company })} />
      {sections.length === 0 ? (
        <EmptyState title={t('nothingTitle', { company })}>{t('nothingText')}</EmptyState>
      ) : null}
      {received > 0 ? (
        <Notice tone="info" action={<ButtonLink href="/company/merchants">{t('receivedAction')}</ButtonLink>}>
          {t('received', { count: received })}
        </Notice>
      ) : null}
      <NextSteps overview={overview} />
      {overview.consumed?.map((consumed) => (
        <Consumed key={consumed.period.kind} of={consumed} />
      ))}
      <InFigures overview={overview} />
      <SectionCards sections={sections} about={(key) => t(`about.${key}`)} />
    </>
  )
}

/** What the company has, each figure leading to the list of it. */
async function InFigures({ overview: { people, benefits } }: { overview: Overview }) {
  const t = await translations('companyHome')
  const { number } = await pageFormats()
  const figures = [
    people && {
      ...{ key: 'people', label: t('people'), value: number(people.active) },
      href: collaboratorsPath({ ...collaboratorFilterOf({}), status: 'active' }),
      ...(people.all > people.active ? { note: t('peopleNote', { all: number(people.all) }) } : {}),
    },
    benefits && {
      ...{ key: 'merchants', label: t('merchants'), value: number(benefits.merchants) },
      href: companySections.merchants.href,
    },
    benefits && { key: 'granted', label: t('granted'), value: number(benefits.granted), href: benefitsHome },
  ].filter((figure) => figure !== undefined)
  return figures.length === 0 ? null : <Figures label={t('figures')} figures={figures} />
}

/** The steps still to be done before anybody receives a benefit, in order; nothing once all are done. */
async function NextSteps({ overview: { people, benefits } }: { overview: Overview }) {
  const t = await translations('companyHome')
  const steps = [
    { key: 'people', href: '/company/collaborators', open: people?.active === 0 },
    { key: 'merchants', href: '/company/merchants', open: benefits?.merchants === 0 },
    {
      key: 'grant',
      href: benefitsPath({ view: 'available', merchantId: undefined }),
      open: benefits !== undefined && benefits.merchants > 0 && benefits.granted === 0,
    },
  ] as const
  const open = steps.filter((step) => step.open)
  if (open.length === 0) return null
  return (
    <Section title={t('next')}>
      <ol className="divide-y divide-line rounded-lg border border-line">
        {open.map(({ key, href }, at) => (
          <li key={key} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-4 sm:px-5">
            <div className="flex min-w-0 flex-[1_1_18rem] gap-3">
              <span aria-hidden className="font-semibold text-accent tabular-nums">
                {at + 1}
              </span>
              <div className="min-w-0">
                <p className="font-medium">{t(`steps.${key}`)}</p>
                <p className="mt-0.5 text-sm text-pretty text-muted">{t(`steps.${key}Text`)}</p>
              </div>
            </div>
            <ButtonLink href={href} variant={at === 0 ? 'primary' : 'secondary'}>
              {t(`steps.${key}Action`)}
            </ButtonLink>
          </li>
        ))}
      </ol>
    </Section>
  )
}
