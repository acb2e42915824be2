import { describe, expect, it } from 'vitest'
import { changeCollaborator, createCollaborator, setCollaboratorActive } from '@/lib/collaborators/change-collaborator'
import { collaboratorFilterOf } from '@/lib/collaborators/filter'
import { listCollaborators } from '@/lib/collaborators/list-collaborators'
import { createType, listTypes } from '@/lib/collaborators/manage-types'
import { revealIdentification, seekCollaborator, showCollaborator } from '@/lib/collaborators/show-collaborator'
import { newIdentification } from '../fixtures/factories'
import { collaboratorDraft as draft, startCompanies } from './company'

/** Who may do anything with a company's people, and what two companies do at once. */

const { world, newCompany, newColleague, eventsOf } = startCompanies()

describe('without the permission', () => {
  it('nothing is shown and nothing is done, also when it was taken a moment ago (P-08)', async () => {
    const { ctx, company, member } = await newCompany()
    const { id } = await createCollaborator(ctx, draft())
    const other = await newColleague(company.id, ['company.benefits.manage', 'company.consumptions.read'])
    await world()
      .sql`update company_memberships set permissions = '{company.benefits.manage}' where user_id = ${member.id}`
    const before = await world().sql`select * from collaborators where company_id = ${company.id}`
    const changes = { id, firstName: 'X', lastName: 'Y', email: null, typeId: null }
    for (const verb of [
      () => createCollaborator(ctx, draft()),
      () => changeCollaborator(ctx, changes),
      () => setCollaboratorActive(ctx, { id, active: false }),
      () => revealIdentification(ctx, { id }),
      () => createType(ctx, { name: 'Fijo' }),
      () => listCollaborators(other.ctx, collaboratorFilterOf({})),
      () => showCollaborator(other.ctx, id),
      () => seekCollaborator(other.ctx, draft()),
      () => listTypes(other.ctx),
    ]) {
      await expect(verb()).rejects.toMatchObject({ code: 'permission_missing' })
    }
    expect(await world().sql`select * from collaborators where company_id = ${company.id}`).toEqual(before)
    const denied = (await eventsOf(company.id)).filter(({ outcome }) => outcome === 'denied')
    expect(denied.map(({ action }) => action)).toEqual([
      'collaborator.created',
      'collaborator.changed',
      'collaborator.deactivated',
      'collaborator.revealed',
      'collaborator_type.created',
      'collaborator.seen',
    ])
  })
})

describe('two companies at once', () => {
  it('activate the same identification: one has it, the other is told, in every round (D31)', async () => {
    for (let round = 0; round < 5; round++) {
      const identification = newIdentification()
      const companies = await Promise.all(Array.from({ length: 6 }, () => newCompany()))
      const people = await Promise.all(
        companies.map(({ company }) => world().make.person(company.id, { identification, active: false })),
      )
      const outcomes = await Promise.allSettled(
        companies.map(({ ctx }, n) => setCollaboratorActive(ctx, { id: people[n]?.id ?? 0, active: true })),
      )
      const said = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'done' : outcome.reason.code))
      expect(said.toSorted()).toEqual(['done', ...Array.from({ length: 5 }, () => 'employed_elsewhere')])
      const active = await world().sql`select company_id from collaborators where active and id in ${world().sql(
        people.map(({ id }) => id),
      )}`
      expect(active.map(({ company_id }) => company_id)).toEqual([companies[said.indexOf('done')]?.company.id])
    }
  })

  it('create the same person: one has them, the other nothing', async () => {
    const [first, second] = [await newCompany(), await newCompany()]
    const given = draft()
    const outcomes = await Promise.allSettled([first, second].map(({ ctx }) => createCollaborator(ctx, given)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'employed_elsewhere' },
    })
    const rows = await world()
      .sql`select from collaborators where company_id in (${first.company.id}, ${second.company.id})`
    expect(rows).toHaveLength(1)
  })
})
