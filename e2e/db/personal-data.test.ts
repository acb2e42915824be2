import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  deriveIdentificationKeys,
  encryptIdentification,
  hmacIdentification,
} from '@/lib/identification/identification'
import { findPeople } from '@/lib/privacy/find-people'
import { showHeld } from '@/lib/privacy/show-held'
import { canariesIn } from '../fixtures/canaries'
import { newIdentification, testDataKey } from '../fixtures/factories'
import { startOperators } from './operators-world'
import { newTenant } from './tenants/tenant'

// H-16, ADR-0059: what the network holds of a person, and who may see it.

const of = startOperators()

const fault = (code: string) => expect.objectContaining({ code })

const lastEvent = async (userId: number) => {
  const [found] = await of().sql<{ action: string; outcome: string; details: object }[]>`
    select action, outcome, details from audit_events where user_id = ${userId} order by id desc limit 1`
  return found
}

const other = randomBytes(32).toString('base64')

describe('a person', () => {
  test('is found by their identification in every company, active or not, and the trail says who and never by what', async () => {
    const { make, newOperator } = of()
    await make.identificationTypes()
    const [one, two] = [await make.company(), await make.company()]
    const identification = newIdentification()
    const before = await make.person(one.id, { identification, active: false })
    const now = await make.person(two.id, { identification })
    await make.person(two.id)
    const { operator, ctx } = await newOperator(['operator.privacy.manage'])
    const found = await findPeople(ctx, { identificationTypeId: 1, identification })
    expect(found.map(({ createdAt: _, ...person }) => person)).toEqual([
      { collaboratorId: before.id, companyId: one.id, companyName: one.name, active: false, erasedAt: null },
      { collaboratorId: now.id, companyId: two.id, companyName: two.name, active: true, erasedAt: null },
    ])
    expect(await lastEvent(operator.id)).toEqual({
      action: 'person.sought',
      outcome: 'done',
      details: { people: [before.id, now.id] },
    })
    expect(await findPeople(ctx, { identificationTypeId: 2, identification })).toEqual([])
    const trail = await of().sql`select * from audit_events`
    expect(canariesIn(JSON.stringify(trail))).toEqual([])
  })

  test('is found under a type that was retired, and no type is made up', async () => {
    const { sql, make, newOperator } = of()
    const typeId = 40
    await sql`insert into identification_types (id, name, retired_at) values (${typeId}, 'Carné', now())`
    const person = await make.person((await make.company()).id, { identificationTypeId: typeId })
    const { ctx } = await newOperator()
    const { identification } = person
    expect(await findPeople(ctx, { identificationTypeId: typeId, identification })).toMatchObject([
      { collaboratorId: person.id },
    ])
    await expect(findPeople(ctx, { identificationTypeId: 41, identification })).rejects.toEqual(
      fault('identification_type_unknown'),
    )
  })

  test('is found under either key while the key is changed, and by nobody who lacks one of them (ADR-0060)', async () => {
    const { sql, make, newOperator } = of()
    const { ctx } = await newOperator()
    const identificationKeys = deriveIdentificationKeys({ key: other, generation: 2, old: testDataKey })
    const company = await make.company()
    const [old, identification] = [await make.person(company.id), newIdentification()]
    await sql`insert into installation (data_key_digest, key_generation, old_data_key_digest)
      values (${randomBytes(32)}, 2, ${randomBytes(32)})`
    try {
      const [present] = await sql<{ id: number }[]>`
        insert into collaborators (company_id, identification_type_id, identification_hmac, identification_ciphertext,
          key_generation, first_name, last_name)
        values (${company.id}, 1, ${hmacIdentification(identificationKeys, 1, identification)},
          ${encryptIdentification(identificationKeys, identification)}, 2, 'Eva', 'Mora') returning id::int`
      const both = { ...ctx, identificationKeys }
      for (const [sought, id] of [
        [old.identification, old.id],
        [identification, present?.id],
      ] as const) {
        const found = await findPeople(both, { identificationTypeId: 1, identification: sought })
        expect(found.map(({ collaboratorId }) => collaboratorId)).toEqual([id])
      }
      await expect(findPeople(ctx, { identificationTypeId: 1, identification })).rejects.toEqual(fault('busy'))
    } finally {
      await sql`delete from installation`
    }
  })

  test('is shown with all that is held of them, and of nobody else', async () => {
    const { sql, newOperator } = of()
    const mine = await newTenant(sql)
    await newTenant(sql)
    const { collaboratorId, companyId } = mine
    const email = `${mine.mark.toLowerCase()}@example.com`
    await sql`insert into collaborator_links (collaborator_id, email, token_hash, expires_at, address)
      values (${collaboratorId}, ${email}, ${randomBytes(32)}, now() + interval '15 minutes', '203.0.113.5')`
    await sql`insert into mails (kind, recipient, subject) values ('benefits_link', ${email}, 'Enlace'), ('invitation', ${email}, 'Equipo')`
    await sql`insert into audit_events (company_id, actor, action, subject_type, subject_id, details)
      values (${companyId}, 'service', 'collaborator.changed', 'collaborator', ${String(collaboratorId)}, '{}')`
    const { operator, ctx } = await newOperator()
    const [held, ...others] = await showHeld(ctx, { collaboratorIds: [collaboratorId] })
    expect(others).toEqual([])
    expect(held).toMatchObject({ collaboratorId, companyId, name: { firstName: mine.mark }, email, erasedAt: null })
    expect(held?.consumptions.map(({ code, finalCents }) => [code, finalCents])).toEqual([
      [mine.consumptionCode, 9000n],
    ])
    expect(held?.authorizations).toHaveLength(held?.counts.authorizations ?? 0)
    expect(held?.authorizations.map(({ status }) => status)).toEqual(expect.arrayContaining(['Authorized', 'Consumed']))
    expect(held?.links.map((link) => [link.email, link.address])).toContainEqual([email, '203.0.113.5'])
    expect(held?.mails.map(({ kind }) => kind)).toEqual(['benefits_link'])
    expect(held?.events.map(({ action }) => action)).toContain('collaborator.changed')
    expect(held?.counts).toMatchObject({ consumptions: 1, mails: 1 })
    expect(canariesIn(JSON.stringify(held, (_, value) => (typeof value === 'bigint' ? String(value) : value)))).toEqual(
      [],
    )
    expect(await lastEvent(operator.id)).toMatchObject({
      action: 'person.shown',
      details: { people: [collaboratorId] },
    })
  })

  test('is found and shown by nobody without the permission, and nobody who is not there is shown', async () => {
    const { make, newOperator } = of()
    const person = await make.person((await make.company()).id)
    const { operator, ctx } = await newOperator(['operator.support.view'])
    await expect(findPeople(ctx, person)).rejects.toEqual(fault('permission_missing'))
    expect(await lastEvent(operator.id)).toMatchObject({ action: 'person.sought', outcome: 'denied' })
    await expect(showHeld(ctx, { collaboratorIds: [person.id] })).rejects.toEqual(fault('permission_missing'))
    const { ctx: privacy } = await newOperator()
    for (const collaboratorIds of [[], [person.id, 999_999_999]]) {
      await expect(showHeld(privacy, { collaboratorIds })).rejects.toEqual(fault('not_found'))
    }
  })
})
