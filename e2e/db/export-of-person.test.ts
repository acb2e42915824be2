import { expect, test } from 'vitest'
import { approve } from '@/lib/approvals/decide-approval'
import { proposeOrDo } from '@/lib/approvals/propose-approval'
import { writePersonFile } from '@/lib/privacy/write-person-file'
import { canariesIn } from '../fixtures/canaries'
import { readPdf } from '../fixtures/pdf'
import { startOperators } from './operators-world'
import { proposedErasure } from './proposed-erasure'
import { newTenant } from './tenants/tenant'

// H-16, ADR-0059: what is held of a person, given to them in a file that is kept nowhere.

const of = startOperators()

const fault = (code: string) => expect.objectContaining({ code })

async function newExport() {
  const { sql, make, newOperator } = of()
  const tenant = await newTenant(sql)
  const person = await make.person(tenant.companyId, { firstName: tenant.mark, lastName: 'Núñez' })
  for (const table of ['authorizations', 'consumptions']) {
    await sql`update ${sql(table)} set collaborator_id = ${person.id} where collaborator_id = ${tenant.collaboratorId}`
  }
  const [one, two, other] = [await newOperator(), await newOperator(), await newOperator()]
  const proposed = await proposeOrDo(one.ctx, 'export_data', { collaboratorIds: [person.id] })
  if (!proposed.waits) throw new Error('four eyes are on')
  const asked = { approvalId: proposed.approvalId, format: 'json', language: 'es' } as const
  return { tenant, person, one, two, other, asked, approve: () => approve(two.ctx, asked) }
}

test('an export has all that is held of a person, with their identification, for both who decided on it', async () => {
  const { tenant, person, one, two, asked, approve } = await newExport()
  await approve()
  for (const { ctx } of [one, two]) {
    const { bytes } = await writePersonFile(ctx, asked)
    const { people } = JSON.parse(new TextDecoder().decode(bytes))
    expect(people).toHaveLength(1)
    expect(people[0]).toMatchObject({
      collaboratorId: person.id,
      identification: person.identification,
      name: { firstName: tenant.mark, lastName: 'Núñez' },
      consumptions: [{ code: tenant.consumptionCode, final: 90 }],
    })
  }
  const paper = await writePersonFile(one.ctx, { ...asked, format: 'pdf' })
  const text = (await readPdf(paper.bytes)).pages.join(' ').replace(/\s+/g, ' ')
  for (const said of ['Datos personales', tenant.mark, 'Núñez', person.identification]) expect(text).toContain(said)
  const events = await of().sql`select user_id as "userId", details from audit_events
    where action = 'person.downloaded' and subject_id = ${String(asked.approvalId)} order by id`
  expect(events).toEqual([
    { userId: one.operator.id, details: { people: [person.id], format: 'json' } },
    { userId: two.operator.id, details: { people: [person.id], format: 'json' } },
    { userId: one.operator.id, details: { people: [person.id], format: 'pdf' } },
  ])
  const [row] = await of().sql`select * from approvals where id = ${asked.approvalId}`
  expect(canariesIn(JSON.stringify([row, events]))).toEqual([])
})

test('an export is given to nobody else, not before its approval, and not a day after it', async () => {
  const { one, two, other, asked, approve } = await newExport()
  await expect(writePersonFile(one.ctx, asked)).rejects.toEqual(fault('not_found'))
  await approve()
  await expect(writePersonFile(other.ctx, asked)).rejects.toEqual(fault('not_found'))
  const later = { ...two.ctx, now: () => new Date(Date.now() + 24 * 3_600_000) }
  await expect(writePersonFile(later, asked)).rejects.toEqual(fault('not_found'))
  await of()
    .sql`update operator_memberships set permissions = '{operator.support.view}' where user_id = ${one.operator.id}`
  await expect(writePersonFile(one.ctx, asked)).rejects.toEqual(fault('permission_missing'))
  const erasure = await proposedErasure(of().sql, of().office, [1])
  await expect(writePersonFile(erasure.approver, { ...asked, approvalId: erasure.approvalId })).rejects.toEqual(
    fault('not_found'),
  )
})

test('nothing is exported of who was erased meanwhile', async () => {
  const { person, one, two, asked, approve } = await newExport()
  await approve()
  const erasure = await proposedErasure(of().sql, of().office, [person.id])
  await erasure.approve()
  await expect(writePersonFile(two.ctx, asked)).rejects.toEqual(fault('already_erased'))
  await expect(proposeOrDo(one.ctx, 'export_data', { collaboratorIds: [person.id] })).rejects.toEqual(
    fault('already_erased'),
  )
})
