import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { ClientTexts } from '@/app/_components/client-texts'
import { Badge } from '@/components/ui/badge'
import { DescriptionList, PageHeader, Section } from '@/components/ui/layout'
import { BackLink, Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { oneCollaborator } from '@/lib/collaborators/drafts'
import { collaboratorsHome } from '@/lib/collaborators/filter'
import { listInvitations } from '@/lib/collaborators/invite-collaborators'
import { listChoices } from '@/lib/collaborators/list-choices'
import { showCollaborator } from '@/lib/collaborators/show-collaborator'
import { startOfDay } from '@/lib/language/days'
import { listAskedRectifications } from '@/lib/privacy/list-asked'
import { companyConsumptionsFilterOf, companyConsumptionsPath } from '@/lib/sales/company/filter'
import { companySections } from '@/lib/web/company-office'
import { orNotFound } from '@/lib/web/id-of'
import { isOpenTo } from '@/lib/web/office'
import { titleOf } from '@/lib/web/title-of'
import { pageFormats, translations } from '@/lib/web/translations'
import { Missing } from '../../../_components/missing'
import { CollaboratorButtons } from '../_components/collaborator-buttons'
import { subjectOf } from '../_components/collaborator-list'
import { Identification } from '../_components/identification'
import { optionsOf } from '../_components/options'

type Props = { params: Promise<{ id: string }> }

/** The person in the address, read once for the title and the page. */
const shown = cache(async (text: string) => {
  const access = await companySections.collaborators.access()
  if (!access.granted) return access
  const { id } = oneCollaborator.safeParse({ id: text }).data ?? notFound()
  return { ...access, person: await orNotFound(showCollaborator(access.ctx, id)) }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params
  return titleOf((await translations('collaborators'))('title'), async () => {
    const access = await shown(id)
    return access.granted ? `${access.person.firstName} ${access.person.lastName}` : undefined
  })
}

export default async function CollaboratorPage({ params }: Props) {
  const access = await shown((await params).id)
  if (!access.granted) return <Missing access={access} />
  const { person } = access
  const t = await translations('collaborators')
  const { date, dateTime } = await pageFormats()
  const invitations = await listInvitations(access.ctx, person.id)
  const asked = await listAskedRectifications(access.ctx, person.id)
  return (
    <ClientTexts namespaces={['collaborators', 'companyFaults']}>
      <PageHeader
        above={<BackLink href={collaboratorsHome}>{t('details.back')}</BackLink>}
        title={
          <bdi>
            {person.firstName} {person.lastName}
          </bdi>
        }
        actions={
          <CollaboratorButtons person={subjectOf(person, date)} choices={optionsOf(await listChoices(access.ctx))} />
        }
      />
      {asked.map(({ id, what, dueOn }) => (
        <Notice key={id} tone="warning" title={t('details.rectification', { day: date(startOfDay(dueOn)) })}>
          <p className="break-words whitespace-pre-line">{what}</p>
        </Notice>
      ))}
      <Section title={t('details.facts')}>
        <DescriptionList
          items={[
            {
              term: t('columns.status'),
              detail: (
                <Badge tone={person.active ? 'good' : 'neutral'}>
                  {t(`status.${person.active ? 'active' : 'inactive'}`)}
                </Badge>
              ),
            },
            {
              term: t('columns.identification'),
              detail: (
                <Identification id={person.id} type={person.identificationType} tail={person.identificationTail} />
              ),
            },
            { term: t('columns.type'), detail: person.type ?? t('noType') },
            { term: t('columns.email'), detail: person.email ?? t('noEmail') },
            {
              term: t('details.invitations'),
              detail:
                invitations.length === 0 ? (
                  t('notInvited')
                ) : (
                  <ul className="flex flex-col gap-1">
                    {invitations.map(({ id, at, by, email }) => (
                      <li key={id} className="wrap-anywhere">
                        {t('details.invited', { at: dateTime(at), by, email })}
                      </li>
                    ))}
                  </ul>
                ),
            },
            { term: t('columns.since'), detail: date(person.createdAt) },
          ]}
        />
        {isOpenTo(companySections.consumptions, access.ctx.member.permissions) ? (
          <Link
            href={companyConsumptionsPath({
              ...companyConsumptionsFilterOf({}),
              period: { kind: 'all' },
              collaboratorId: person.id,
            })}
            className="self-start"
          >
            {t('details.consumptions')}
          </Link>
        ) : null}
      </Section>
    </ClientTexts>
  )
}
