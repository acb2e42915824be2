import { describe, expect, it } from 'vitest'
import { listAskedOfCompany, sweepPrivacyCases } from '@/db/queries/offices/privacy-cases'
import { type OperatorPermission, operatorPermissions } from '@/lib/accounts/permissions'
import { approve } from '@/lib/approvals/decide-approval'
import { changeCollaborator, createCollaborator } from '@/lib/collaborators/change-collaborator'
import { deriveIdentificationKeys } from '@/lib/identification/identification'
import { addDays, localDayOf } from '@/lib/language/days'
import { askRectification } from '@/lib/privacy/ask-rectification'
import { casesFilterOf, caseTextsKeptDays, dueOnOf } from '@/lib/privacy/cases'
import { answerCase, refuseCase } from '@/lib/privacy/end-case'
import { openCase } from '@/lib/privacy/open-case'
import { listProposalsOf, proposeForCase, showErasureEffect } from '@/lib/privacy/propose-for-case'
import { countOpenCases, listCases, listSearchedTypes, showCase } from '@/lib/privacy/show-cases'
import { writePersonFile } from '@/lib/privacy/write-person-file'
import { newIdentification, testDataKey } from '../fixtures/factories'
import { operatorContextOf, people } from '../fixtures/members'
import { collaboratorDraft, startCompanies } from './company'

/** Requests about personal data (Ley 172-13, ADR-0065): cases, their terms, and what companies are asked to correct. */

const { world, newCompany } = startCompanies()

const newOperator = async (permissions: readonly OperatorPermission[] = operatorPermissions) => ({
  ...operatorContextOf(world().office, await people(world().sql).newOperator({ permissions: [...permissions] })),
  identificationKeys: deriveIdentificationKeys(testDataKey),
})

const today = localDayOf(new Date())

const asked = (changes: object = {}) => ({
  ...{ kind: 'access' as const, contact: 'ana@example.com', receivedOn: today, note: null },
  ...{ identificationTypeId: 1, identification: newIdentification() },
  ...changes,
})

/** Somebody whom a company employs, and their identification. */
async function newPerson() {
  const company = await newCompany()
  const draft = collaboratorDraft()
  const { id } = await createCollaborator(company.ctx, draft)
  return { ...company, id, identification: draft.identification, draft }
}

/** Opens so many connections, so that nobody of those who race waits for one. */
const warm = (count: number) =>
  Promise.all(Array.from({ length: count }, () => world().office.sql`select pg_sleep(0.02)`))

const lastEvents = (count: number) => world().sql`
  select action, outcome, actor, user_id as "userId", company_id as "companyId", subject_type as "subjectType", details
  from audit_events order by id desc limit ${count}`

describe('a case', () => {
  it('is about whom is found by an identification, which is kept nowhere; nobody found is a case too', async () => {
    const ctx = await newOperator()
    const { id, company, identification } = await newPerson()
    const { caseId } = await openCase(ctx, asked({ identification, kind: 'cancellation', note: 'Llamó' }))
    const shown = await showCase(ctx, caseId)
    expect(shown).toMatchObject({
      ...{ kind: 'cancellation', state: 'open', contact: 'ana@example.com', note: 'Llamó', standing: 'inTime' },
      ...{ receivedOn: today, dueOn: dueOnOf('cancellation', today), endedAt: null, purgedAt: null },
      people: [{ collaboratorId: id, companyName: company.name, active: true, erasedAt: null }],
    })
    const [opened] = await lastEvents(1)
    expect(opened).toMatchObject({
      ...{ action: 'privacy_case.opened', actor: 'operator', userId: ctx.member.userId, companyId: null },
      ...{ subjectType: 'privacy_case', details: { kind: 'cancellation', people: 1 } },
    })

    const none = asked()
    const nobody = await openCase(ctx, none)
    expect(await showCase(ctx, nobody.caseId)).toMatchObject({ people: [], dueOn: dueOnOf('access', today) })
    const written = await world()
      .sql`select row_to_json(e)::text || coalesce((select string_agg(row_to_json(c)::text, ' ')
      from privacy_cases c), '') as text from audit_events e`
    for (const { text } of written) {
      expect(text).not.toContain(identification)
      expect(text).not.toContain(none.identification)
    }
  })

  it('is listed by its due date, and counted as overdue, soon or in time', async () => {
    await world().sql`update privacy_cases set state = 'answered', answer = 'Sí', ended_at = now(), ended_by = opened_by
      where state = 'open'`
    const ctx = await newOperator()
    const opened = []
    for (const daysAgo of [30, 0, 12]) {
      opened.push((await openCase(ctx, asked({ receivedOn: addDays(today, -daysAgo) }))).caseId)
    }
    const [late, fresh, older] = opened
    const all = await listCases(ctx, casesFilterOf({}))
    expect(all.cases.map(({ id, standing }) => [id, standing])).toEqual([
      [late, 'overdue'],
      [older, 'overdue'],
      [fresh, 'inTime'],
    ])
    expect(all.counts).toEqual({ open: 3, overdue: 2, soon: 0 })
    await world().sql`update privacy_cases set due_on = ${today}::date, received_on = ${today}::date - 7
      where id = ${fresh ?? 0}`
    expect(await countOpenCases(ctx)).toEqual({ open: 3, overdue: 2, soon: 1 })

    const paged = { ...casesFilterOf({}), size: 25 as const }
    expect((await listCases(ctx, { ...paged, after: older })).cases.map(({ id }) => id)).toEqual([fresh])
    expect((await listCases(ctx, { ...paged, before: older })).cases.map(({ id }) => id)).toEqual([late])
    expect((await listCases(ctx, { ...paged, sort: '-due' })).cases.map(({ id }) => id)).toEqual([fresh, older, late])
    expect((await listCases(ctx, casesFilterOf({ state: 'refused' }))).cases).toEqual([])
    expect((await listCases(ctx, casesFilterOf({ state: 'all' }))).cases.length).toBeGreaterThan(3)
  })

  it('ends once, whoever of two answers and refuses it at the same moment', async () => {
    const [one, other] = [await newOperator(), await newOperator()]
    for (let round = 0; round < 5; round += 1) {
      const { caseId } = await openCase(one, asked())
      await warm(8)
      const outcomes = await Promise.allSettled(
        [one, other, one, other].flatMap((ctx) => [
          answerCase(ctx, { caseId, answer: 'No se guarda nada.' }),
          refuseCase(ctx, { caseId, answer: 'No es quien dice ser.' }),
        ]),
      )
      const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
      expect(refused).toEqual(Array(7).fill('case_ended'))
      const events = await world().sql`select user_id, action from audit_events where subject_type = 'privacy_case'
        and subject_id = ${String(caseId)} and outcome = 'done' and action <> 'privacy_case.opened'`
      const shown = await showCase(one, caseId)
      expect(events).toHaveLength(1)
      expect(events[0]?.action).toBe(`privacy_case.${shown.state}`)
    }
  })

  it('keeps who asked and what was answered for a year after its end, and no day longer', async () => {
    const ctx = await newOperator()
    const { id, identification } = await newPerson()
    const over = await openCase(ctx, asked({ identification, kind: 'rectification', note: 'Por teléfono' }))
    await askRectification(ctx, { ...over, collaboratorId: id, what: 'Se llama Ana' })
    await answerCase(ctx, { ...over, answer: 'Corregido' })
    const kept = await openCase(ctx, asked())
    await refuseCase(ctx, { ...kept, answer: 'No se identificó' })
    const open = await openCase(ctx, asked())
    await world()
      .sql`update privacy_cases set ended_at = now() - ${caseTextsKeptDays} * interval '1 day' - interval '1 minute'
      where id = ${over.caseId}`
    await world()
      .sql`update privacy_cases set ended_at = now() - ${caseTextsKeptDays} * interval '1 day' + interval '1 hour'
      where id = ${kept.caseId}`
    const sweep = () => sweepPrivacyCases(world().office.db, { keptDays: caseTextsKeptDays })
    await Promise.all([sweep(), sweep(), sweep()])
    const purged = await showCase(ctx, over.caseId)
    expect(purged).toMatchObject({ contact: null, note: null, answer: null, state: 'answered', people: [{}] })
    expect(purged.purgedAt).toBeInstanceOf(Date)
    expect(purged.rectifications).toMatchObject([{ what: null }])
    expect(await showCase(ctx, kept.caseId)).toMatchObject({ contact: 'ana@example.com', answer: 'No se identificó' })
    expect(await showCase(ctx, open.caseId)).toMatchObject({ contact: 'ana@example.com', purgedAt: null })
  })

  it('is for who manages personal data alone; the trail says who tried', async () => {
    const ctx = await newOperator(operatorPermissions.filter((one) => one !== 'operator.privacy.manage'))
    const caseId = (await openCase(await newOperator(), asked())).caseId
    const tries = [
      () => openCase(ctx, asked()),
      () => answerCase(ctx, { caseId, answer: 'x' }),
      () => refuseCase(ctx, { caseId, answer: 'x' }),
      () => askRectification(ctx, { caseId, collaboratorId: 1, what: 'x' }),
      () => showCase(ctx, caseId),
      () => listCases(ctx, casesFilterOf({})),
      () => countOpenCases(ctx),
      () => listSearchedTypes(ctx),
    ]
    for (const one of tries) await expect(one()).rejects.toThrow('permission_missing')
    const denied = await world().sql`select action from audit_events where user_id = ${ctx.member.userId}
      and outcome = 'denied' order by id`
    expect(denied.map(({ action }) => action)).toEqual([
      'privacy_case.opened',
      'privacy_case.answered',
      'privacy_case.refused',
      'privacy_case.rectification_asked',
      'privacy_case.seen',
    ])
    const may = await newOperator()
    for (const one of [answerCase, refuseCase]) {
      await expect(one(may, { caseId: 2_000_000, answer: 'x' })).rejects.toThrow('not_found')
    }
    await expect(showCase(may, 2_000_000)).rejects.toThrow('not_found')
  })
})

describe('an erasure', () => {
  it('is proposed for a case with its effect in numbers, carried out by another, and refused once the case has ended', async () => {
    const [ctx, other] = [await newOperator(), await newOperator()]
    const { id, identification } = await newPerson()
    const chosen = await openCase(ctx, asked({ identification, kind: 'cancellation' }))
    expect(await showErasureEffect(ctx, [id])).toEqual({ companies: 1, consumptions: 0, reservations: 0, sessions: 0 })
    expect(await proposeForCase(ctx, chosen)).toMatchObject({ waits: true })
    await expect(proposeForCase(ctx, chosen)).rejects.toThrow('already_proposed')
    const [waiting] = await listProposalsOf(ctx, chosen.caseId)
    expect(waiting).toMatchObject({ kind: 'erase_person', state: 'waiting', deciderName: null })
    await approve(other, { approvalId: waiting?.id ?? 0 })
    expect(await listProposalsOf(ctx, chosen.caseId)).toMatchObject([{ state: 'approved' }])
    expect(await showCase(ctx, chosen.caseId)).toMatchObject({
      people: [{ collaboratorId: id, erasedAt: expect.any(Date) }],
    })
    await expect(proposeForCase(ctx, chosen)).rejects.toThrow('nothing_held')

    const person = await newPerson()
    const late = await openCase(ctx, asked({ identification: person.identification, kind: 'cancellation' }))
    await proposeForCase(ctx, late)
    await refuseCase(ctx, { ...late, answer: 'No es quien dice ser' })
    const [proposed] = await listProposalsOf(ctx, late.caseId)
    await expect(approve(other, { approvalId: proposed?.id ?? 0 })).rejects.toThrow('case_ended')
    await expect(proposeForCase(ctx, late)).rejects.toThrow('case_ended')
    const [row] = await world().sql`select erased_at from collaborators where id = ${person.id}`
    expect(row).toEqual({ erased_at: null })
  })

  it('is proposed for no case that asks for something else, or of which nothing is held', async () => {
    const ctx = await newOperator()
    const { identification } = await newPerson()
    const wrong = await openCase(ctx, asked({ identification, kind: 'rectification' }))
    await expect(proposeForCase(ctx, wrong)).rejects.toThrow('case_asks_otherwise')
    await expect(proposeForCase(ctx, await openCase(ctx, asked({ kind: 'cancellation' })))).rejects.toThrow(
      'nothing_held',
    )
    await expect(proposeForCase(ctx, { caseId: 2_000_000 })).rejects.toThrow('not_found')
    const stranger = await newOperator(['operator.policies.manage'])
    await expect(proposeForCase(stranger, wrong)).rejects.toThrow('permission_missing')
    await expect(listProposalsOf(stranger, wrong.caseId)).rejects.toThrow('permission_missing')
    await expect(showErasureEffect(stranger, [1])).rejects.toThrow('permission_missing')
  })
})

describe('an export', () => {
  it('is proposed for a case of access, and can be downloaded for a day by who proposed and who approved it, until the person is erased', async () => {
    const [ctx, other, third] = [await newOperator(), await newOperator(), await newOperator()]
    const { id, identification } = await newPerson()
    const chosen = await openCase(ctx, asked({ identification, kind: 'access' }))
    expect(await proposeForCase(ctx, chosen)).toMatchObject({ waits: true })
    const [waiting] = await listProposalsOf(ctx, chosen.caseId)
    expect(waiting).toMatchObject({ kind: 'export_data', state: 'waiting', downloadUntil: undefined })
    const file = { ...chosen, approvalId: waiting?.id ?? 0, format: 'json', language: 'es' } as const
    await approve(other, file)
    const [approved] = await listProposalsOf(ctx, chosen.caseId)
    const until = new Date(Number(approved?.decidedAt) + 24 * 3_600_000)
    for (const one of [ctx, other]) {
      expect(await listProposalsOf(one, chosen.caseId)).toMatchObject([{ state: 'approved', downloadUntil: until }])
      expect(await writePersonFile(one, file)).toMatchObject({ name: ['datos-personales', String(file.approvalId)] })
    }
    const late = { ...ctx, now: () => until }
    for (const one of [third, late]) {
      expect(await listProposalsOf(one, chosen.caseId)).toMatchObject([{ downloadUntil: undefined }])
      await expect(writePersonFile(one, file)).rejects.toThrow('not_found')
    }
    await expect(writePersonFile(ctx, { ...file, caseId: chosen.caseId + 1 })).rejects.toThrow('not_found')

    const erasure = await openCase(ctx, asked({ identification, kind: 'cancellation' }))
    await proposeForCase(ctx, erasure)
    const [erasing] = await listProposalsOf(ctx, erasure.caseId)
    await approve(other, { approvalId: erasing?.id ?? 0 })
    expect(await showCase(ctx, chosen.caseId)).toMatchObject({ people: [{ collaboratorId: id }] })
    expect(await listProposalsOf(ctx, chosen.caseId)).toMatchObject([{ state: 'approved', downloadUntil: undefined }])
    await expect(writePersonFile(ctx, file)).rejects.toThrow('already_erased')
  })
})

describe('a rectification', () => {
  it('is asked of the company, which reads it on the page of the person, in a mail and in its trail, and answers by changing the row', async () => {
    const ctx = await newOperator()
    const { id, company, ctx: companyCtx, member, identification, draft } = await newPerson()
    const chosen = await openCase(ctx, asked({ identification, kind: 'rectification' }))
    await askRectification(ctx, { ...chosen, collaboratorId: id, what: 'Su nombre es Ana Julia' })

    const { sql, office } = world()
    const mails =
      await sql`select text_body as text from mails where recipient = ${member.email} and kind = 'rectification_asked'`
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(`/company/collaborators/${id}`)
    for (const secret of ['Ana', identification]) expect(mails[0]?.text).not.toContain(secret)
    const [event] =
      await sql`select action, actor, user_id as "userId", subject_id as subject, details from audit_events
      where company_id = ${company.id} order by id desc limit 1`
    expect(event).toEqual({
      ...{ action: 'collaborator.rectification_asked', actor: 'operator', userId: ctx.member.userId },
      ...{ subject: String(id), details: {} },
    })
    const open = () => listAskedOfCompany(office.db, company.id, id)
    expect(await open()).toMatchObject([{ what: 'Su nombre es Ana Julia', dueOn: dueOnOf('rectification', today) }])
    const stranger = await newCompany()
    expect(await listAskedOfCompany(office.db, stranger.company.id, id)).toEqual([])

    expect((await showCase(ctx, chosen.caseId)).rectifications).toMatchObject([
      { changedAt: null, companyName: company.name },
    ])
    await sql`update collaborators set key_generation = key_generation where id = ${id}`
    expect(await open()).toHaveLength(1)
    await changeCollaborator(companyCtx, { ...draft, id, firstName: 'Ana Julia' })
    expect((await showCase(ctx, chosen.caseId)).rectifications[0]?.changedAt).toBeInstanceOf(Date)
    expect(await open()).toEqual([])
  })

  it('is asked of nobody but the people of a case of that kind that is open', async () => {
    const ctx = await newOperator()
    const { id, identification } = await newPerson()
    const stranger = await newPerson()
    const access = await openCase(ctx, asked({ identification }))
    const right = await openCase(ctx, asked({ identification, kind: 'rectification' }))
    const ask = (chosen: { caseId: number }, collaboratorId: number) =>
      askRectification(ctx, { ...chosen, collaboratorId, what: 'Se llama Ana' })
    await expect(ask(access, id)).rejects.toThrow('not_a_rectification')
    await expect(ask(right, stranger.id)).rejects.toThrow('not_found')
    await refuseCase(ctx, { ...right, answer: 'No es suyo' })
    await expect(ask(right, id)).rejects.toThrow('case_ended')
    const [{ count } = {}] = await world().sql`select count(*)::int as count from privacy_rectifications
      where case_id in (${access.caseId}, ${right.caseId})`
    expect(count).toBe(0)
  })
})
