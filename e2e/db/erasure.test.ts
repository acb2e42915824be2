import { describe, expect, test } from 'vitest'
import { listApprovals } from '@/lib/approvals/list-approvals'
import { proposeOrDo } from '@/lib/approvals/propose-approval'
import { changeCollaborator, createCollaborator, setCollaboratorActive } from '@/lib/collaborators/change-collaborator'
import { exportCollaborators } from '@/lib/collaborators/export-collaborators'
import { inviteCollaborator } from '@/lib/collaborators/invite-collaborators'
import { revealIdentification, seekCollaborator } from '@/lib/collaborators/show-collaborator'
import { findPeople } from '@/lib/privacy/find-people'
import { showHeld } from '@/lib/privacy/show-held'
import { newIdentification } from '../fixtures/factories'
import { companyContextOf } from '../fixtures/members'
import { collaboratorDraft } from './company'
import { startOperators } from './operators-world'
import { proposedErasure } from './proposed-erasure'
import { newTenant } from './tenants/tenant'
import { leaveTraces, tablesWith } from './traces-of-people'

// H-16, ADR-0059: a person is erased, and no sum is another.

const of = startOperators()

const fault = (code: string) => expect.objectContaining({ code })

/** Somebody with purchases, a page of their own and a history, at a company. */
async function newPerson() {
  const { sql, office, make } = of()
  const tenant = await newTenant(sql)
  const { collaboratorId, companyId, mark } = tenant
  const identification = newIdentification()
  const { id } = await make.person(companyId, { identification, firstName: mark, lastName: `Apellido${mark}` })
  await sql`update collaborators set email = ${`${mark}@Persona.example`} where id = ${id}`
  const email = `${mark.toLowerCase()}@persona.example`
  for (const table of ['authorizations', 'consumptions']) {
    await sql`update ${sql(table)} set collaborator_id = ${id} where collaborator_id = ${collaboratorId}`
  }
  await leaveTraces(sql, { id, companyId, email, mark, invitedBy: tenant.companyUserId })
  const hr = { id: tenant.companyUserId, permissions: ['company.collaborators.manage' as const] }
  const companyCtx = companyContextOf(office, companyId, hr)
  const draft = { id, firstName: mark, lastName: `Apellido${mark}`, email, typeId: null }
  await changeCollaborator(companyCtx, draft)
  await changeCollaborator(companyCtx, { ...draft, lastName: `Otro${mark}` })
  return { tenant, id, companyId, mark, email, identification, companyCtx }
}

type Person = Awaited<ReturnType<typeof newPerson>>

const erase = (...people: readonly { id: number }[]) =>
  proposedErasure(
    of().sql,
    of().office,
    people.map(({ id }) => id),
  )

/** What everything adds up to, and who it is of. */
const sumsOf = ({ companyId, tenant }: Pick<Person, 'companyId' | 'tenant'>) => of().sql`
  select
    (select jsonb_agg(to_jsonb(a) order by id) from authorizations a where company_id = ${companyId}) as authorizations,
    (select jsonb_agg(to_jsonb(c) order by id) from consumptions c where company_id = ${companyId}) as consumptions,
    (select jsonb_agg(to_jsonb(u) order by collaborator_id) from discount_daily_usage u) as daily,
    (select jsonb_agg(to_jsonb(u) order by discount_id) from discount_usage u) as usage,
    (select jsonb_agg(to_jsonb(c) order by id) from closings c where merchant_id = ${tenant.merchantId}) as closings,
    (select count(*)::int from collaborators where company_id = ${companyId}) as people`

/** In which tables a text stands, anywhere. */
const tablesOf = async (text: string) => (await tablesWith(of().sql, [text]))[text]

describe('an erasure', () => {
  test('is proposed and approved by number and company, and is done once', async () => {
    const person = await newPerson()
    const { approver, proposer, approvalId, approve } = await erase(person)
    const { waiting } = await listApprovals(approver)
    const shown = waiting.find(({ id }) => id === approvalId)
    expect(shown?.words).toEqual({ people: 1, detail: `${person.id} (Empresa ${person.mark})` })
    expect(shown?.obstacle).toBeNull()
    await approve()
    await expect(proposeOrDo(proposer, 'erase_person', { collaboratorIds: [person.id] })).rejects.toEqual(
      fault('already_erased'),
    )
    await expect(proposeOrDo(proposer, 'erase_person', { collaboratorIds: [999_999_999] })).rejects.toEqual(
      fault('not_found'),
    )
    const events = await of().sql`select actor, details, company_id as "companyId" from audit_events
      where action = 'collaborator.erased' and subject_id = ${String(person.id)}`
    expect(events).toEqual([{ actor: 'operator', details: {}, companyId: person.companyId }])
  })

  test('leaves nothing that says who it was, in any table, and not a cent differs', async () => {
    const person = await newPerson()
    const { sql } = of()
    const before = await sumsOf(person)
    const [was] = await sql`select identification_hmac as hmac from collaborators where id = ${person.id}`
    expect(await tablesOf(`Apellido${person.mark}`)).toEqual(['audit_events'])
    const { approve } = await erase(person)
    await approve()
    expect(await tablesOf(`Apellido${person.mark}`)).toEqual([])
    expect(await tablesOf(`Otro${person.mark}`)).toEqual([])
    expect(await tablesOf(person.email)).toEqual([])
    expect(await tablesOf(was?.hmac.toString('hex'))).toEqual([])
    expect(await sumsOf(person)).toEqual(before)
    const [row] =
      await sql`select active, first_name, last_name, email, octet_length(identification_ciphertext) as left,
      encode(identification_hmac, 'hex') as hmac, erased_at is not null as erased from collaborators where id = ${person.id}`
    expect(row).toEqual({
      ...{ active: false, first_name: '', last_name: '', email: null, left: 0, erased: true },
      hmac: person.id.toString(16).padStart(64, '0'),
    })
    const gone = await sql`select
      (select count(*)::int from collaborator_links where collaborator_id = ${person.id}) as links,
      (select count(*)::int from collaborator_sessions where collaborator_id = ${person.id}) as sessions,
      (select count(*)::int from collaborator_invitations where collaborator_id = ${person.id}) as invitations,
      (select count(*)::int from known_devices where email = ${person.email}) as devices`
    expect(gone).toEqual([{ links: 0, sessions: 0, invitations: 0, devices: 0 }])
  })

  test('is for good: nobody activates, changes, invites, finds or reveals them, by the office or by SQL', async () => {
    const person = await newPerson()
    const { approve, approver } = await erase(person)
    await approve()
    const { companyCtx, id, identification } = person
    const sought = { identificationTypeId: 1, identification }
    const draft = { id, firstName: 'Ana', lastName: 'Pérez', email: null, typeId: null }
    await expect(setCollaboratorActive(companyCtx, { id, active: true })).rejects.toEqual(fault('not_found'))
    await expect(changeCollaborator(companyCtx, draft)).rejects.toEqual(fault('not_found'))
    await expect(revealIdentification(companyCtx, { id })).rejects.toEqual(fault('not_found'))
    await expect(inviteCollaborator(companyCtx, { id })).rejects.toEqual(fault('not_found'))
    await expect(seekCollaborator(companyCtx, sought)).rejects.toEqual(fault('identification_not_found'))
    expect(await findPeople(approver, sought)).toEqual([])
    const files = []
    for await (const batch of await exportCollaborators(companyCtx, { words: [] } as never)) files.push(...batch)
    expect(files.map((one) => one.id)).not.toContain(id)
    expect(files.length).toBeGreaterThan(0)
    for (const change of [
      'active = true',
      "first_name = 'Ana'",
      'erased_at = null',
      "email = 'ana@example.com'",
      "identification_hmac = decode(repeat('ab', 32), 'hex')",
    ]) {
      await expect(of().sql.unsafe(`update collaborators set ${change} where id = ${id}`)).rejects.toMatchObject({
        code: '23514',
      })
    }
  })

  test('makes room: the same identification is somebody new, whom nothing joins to the old row', async () => {
    const person = await newPerson()
    const { approve, approver } = await erase(person)
    await approve()
    const { companyCtx, identification } = person
    const { id } = await createCollaborator(companyCtx, { ...collaboratorDraft(), identification })
    expect(id).not.toBe(person.id)
    const found = await findPeople(approver, { identificationTypeId: 1, identification })
    expect(found.map(({ collaboratorId }) => collaboratorId)).toEqual([id])
    const [held] = await showHeld(approver, { collaboratorIds: [person.id] })
    expect(held).toMatchObject({
      name: null,
      email: null,
      active: false,
      mails: [],
      links: [],
      counts: { consumptions: 1 },
    })
  })

  test('of several rows is of all of them or none', async () => {
    const [one, two] = [await newPerson(), await newPerson()]
    const both = await erase(one, two)
    const { approve } = await erase(two)
    await approve()
    await expect(both.approve()).rejects.toEqual(fault('already_erased'))
    const rows = await of().sql`select erased_at is null as there from collaborators where id = ${one.id}`
    expect(rows).toEqual([{ there: true }])
  })

  test('takes the name out of the trail alone, and only of who is erased', async () => {
    const [one, two] = [await newPerson(), await newPerson()]
    const { approve } = await erase(one)
    await approve()
    const { sql } = of()
    const change = (id: number, details: string) =>
      sql.begin(async (tx) => {
        await tx`set local aliado.erasing = 'on'`
        await tx.unsafe(
          `update audit_events set ${details} where subject_type = 'collaborator' and subject_id = '${id}'`,
        )
      })
    const refused = expect.objectContaining({ code: '42501' })
    await expect(change(two.id, "details = details - 'name'")).rejects.toEqual(refused)
    await expect(change(one.id, "details = '{}'")).rejects.toEqual(refused)
    await expect(change(one.id, "action = 'nothing'")).rejects.toEqual(refused)
    await sql`select erase_names_of_trail(${two.id})`
    expect(await tablesOf(`Otro${two.mark}`)).toContain('audit_events')
  })
})
