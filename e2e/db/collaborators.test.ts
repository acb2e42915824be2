import { describe, expect, it } from 'vitest'
import { changeCollaborator, createCollaborator, setCollaboratorActive } from '@/lib/collaborators/change-collaborator'
import { newCollaborator as draftSchema } from '@/lib/collaborators/drafts'
import { collaboratorFilterOf } from '@/lib/collaborators/filter'
import { listCollaborators } from '@/lib/collaborators/list-collaborators'
import { createType, listTypes, renameType } from '@/lib/collaborators/manage-types'
import { revealIdentification, seekCollaborator, showCollaborator } from '@/lib/collaborators/show-collaborator'
import type { PeopleContext } from '@/lib/context'
import { canariesIn } from '../fixtures/canaries'
import { collaboratorDraft as draft, startCompanies } from './company'

const { world, newCompany, eventsOf } = startCompanies()

const list = (ctx: PeopleContext, asked: Record<string, string> = {}) =>
  listCollaborators(ctx, collaboratorFilterOf(asked))

const namesOf = ({ people }: Awaited<ReturnType<typeof list>>) => people.map(({ lastName }) => lastName)

describe('a collaborator', () => {
  it('is created active, with an identification that the list shows no more of than its end (D32)', async () => {
    const { ctx, company, member } = await newCompany()
    const type = await createType(ctx, { name: 'Fijo' })
    const given = draft({ email: 'ana@caribe.example', typeId: type.id })
    const { id } = await createCollaborator(ctx, given)
    const shown = await showCollaborator(ctx, id)
    expect(shown).toMatchObject({
      firstName: 'Ana María',
      email: 'ana@caribe.example',
      type: 'Fijo',
      active: true,
      identificationTail: given.identification.slice(-3),
    })
    expect(JSON.stringify(await list(ctx))).not.toContain(given.identification)
    expect(await revealIdentification(ctx, { id })).toEqual({ identification: given.identification })
    const events = await eventsOf(company.id)
    expect(events.map(({ action, userId, subject }) => ({ action, userId, subject })).slice(1)).toEqual([
      { action: 'collaborator.created', userId: member.id, subject: `collaborator ${id}` },
      { action: 'collaborator.revealed', userId: member.id, subject: `collaborator ${id}` },
    ])
    expect(canariesIn(JSON.stringify(events))).toEqual([])
  })

  it('is read as people write it: hyphens, spaces and points do not count, letters of any case are the same (D23)', async () => {
    const { ctx } = await newCompany()
    const read = (identification: string) =>
      draftSchema.safeParse({ ...draft(), identificationTypeId: '1', typeId: '', email: '', identification })
    expect(read(' 001-0000000-1 ').data?.identification).toBe('00100000001')
    expect(read('RD. 12 34–a').data?.identification).toBe('RD1234a')
    for (const odd of ['', ' - ', 'ñ1', '1'.repeat(31), '1_2', '１２']) expect(read(odd).success).toBe(false)
    const { id } = await createCollaborator(ctx, draft({ identification: 'rdPassport77' }))
    expect(await seekCollaborator(ctx, { identificationTypeId: 1, identification: 'RDPASSPORT77' })).toEqual({ id })
    // No check digit is ever validated: this one is wrong, and real.
    await createCollaborator(ctx, draft({ identification: '00100000009' }))
  })

  it('is there once: whoever is on the list already is named, active or not', async () => {
    const { ctx } = await newCompany()
    const given = draft()
    const { id } = await createCollaborator(ctx, given)
    const again = () => createCollaborator(ctx, draft({ identification: given.identification, firstName: 'Otra' }))
    await expect(again()).rejects.toMatchObject({ code: 'already_here', values: { name: 'Ana María Pérez Gómez' } })
    await setCollaboratorActive(ctx, { id, active: false })
    await expect(again()).rejects.toMatchObject({ code: 'already_here_inactive' })
    // Another type of identification is another identification.
    await createCollaborator(ctx, draft({ identification: given.identification, identificationTypeId: 2 }))
  })

  it('is active in one company at a time; another learns that, and not which (D31)', async () => {
    const [first, second] = [await newCompany(), await newCompany()]
    const given = draft()
    const { id } = await createCollaborator(first.ctx, given)
    const refused = await createCollaborator(second.ctx, given).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'employed_elsewhere', field: 'identification', values: {} })
    expect(JSON.stringify(refused)).not.toContain(first.company.name)
    const denied = { action: 'collaborator.created', outcome: 'denied', details: { reason: 'employed_elsewhere' } }
    expect(await eventsOf(second.company.id)).toMatchObject([denied])
    await setCollaboratorActive(first.ctx, { id, active: false })
    await createCollaborator(second.ctx, given)
    await expect(setCollaboratorActive(first.ctx, { id, active: true })).rejects.toMatchObject({
      code: 'employed_elsewhere',
    })
    expect((await showCollaborator(first.ctx, id)).active).toBe(false)
  })

  it('changes in name, address and type, and never in identification', async () => {
    const { ctx, company } = await newCompany()
    const given = draft({ email: 'ana@caribe.example' })
    const { id } = await createCollaborator(ctx, given)
    const type = await createType(ctx, { name: 'Temporal' })
    const changes = { id, firstName: 'Ana', lastName: 'Pérez Gómez', email: null, typeId: type.id }
    await changeCollaborator(ctx, changes)
    expect(await showCollaborator(ctx, id)).toMatchObject({ firstName: 'Ana', email: null, type: 'Temporal' })
    expect((await eventsOf(company.id)).at(-1)).toMatchObject({
      action: 'collaborator.changed',
      details: { name: 'Ana Pérez Gómez', changed: ['firstName', 'email', 'typeId'] },
    })
    expect(await seekCollaborator(ctx, given)).toEqual({ id })
    const theirs = await createType((await newCompany()).ctx, { name: 'Fijo' })
    await expect(changeCollaborator(ctx, { ...changes, typeId: theirs.id })).rejects.toMatchObject({
      code: 'type_unknown',
    })
    await expect(createCollaborator(ctx, draft({ typeId: theirs.id }))).rejects.toMatchObject({ code: 'type_unknown' })
    await expect(createCollaborator(ctx, draft({ identificationTypeId: 99 }))).rejects.toMatchObject({
      code: 'identification_type_unknown',
    })
  })

  it('is told once of what is so already', async () => {
    const { ctx, company } = await newCompany()
    const { id } = await createCollaborator(ctx, draft())
    const before = await eventsOf(company.id)
    await setCollaboratorActive(ctx, { id, active: true })
    expect(await eventsOf(company.id)).toEqual(before)
  })
})

describe('the list of a company’s people', () => {
  it.each(['name', '-name'])(
    'is in the order of Spanish by %s, and every page of it is whole, whichever way it is turned',
    async (sort) => {
      const { ctx, company } = await newCompany()
      const names = ['Zapata', 'avila', 'Ávila', 'Núñez', 'Nuñez', 'Ñáñez', 'Oviedo', 'de la Cruz', 'Álvarez', 'Mejía']
      for (const lastName of names) await world().make.person(company.id, { lastName })
      await world().sql`insert into collaborators (company_id, identification_type_id, identification_hmac,
        identification_ciphertext, first_name, last_name)
      select ${company.id}, 1, sha256((${company.id}::int || '-' || n)::bytea), (select identification_ciphertext from collaborators limit 1), 'Gris', 'Medina'
      from generate_series(1, 130) n`
      const expected = [...names, ...Array.from({ length: 130 }, () => 'Medina')].toSorted((a, b) =>
        sort === 'name' ? a.localeCompare(b, 'es') : b.localeCompare(a, 'es'),
      )
      const seen: string[] = []
      const ids = new Set<number>()
      let asked: Record<string, string> = { sort }
      for (;;) {
        const page = await list(ctx, asked)
        expect(page.total).toBe(140)
        seen.push(...namesOf(page))
        for (const { id } of page.people) ids.add(id)
        if (page.nextAfter === undefined) break
        asked = { sort, after: String(page.nextAfter) }
      }
      expect(seen).toEqual(expected)
      expect(ids.size).toBe(140)
      const last = await list(ctx, asked)
      const before = await list(ctx, { sort, before: String(last.previousBefore) })
      expect(namesOf(before)).toEqual(expected.slice(50, 100))
      const first = await list(ctx, { sort, before: String(before.previousBefore) })
      expect(namesOf(first)).toEqual(expected.slice(0, 50))
      expect(first.previousBefore).toBeUndefined()
    },
  )

  it('is narrowed by words of the name in any order and without accents, by type and by status', async () => {
    const { ctx, company } = await newCompany()
    const { make } = world()
    const type = await createType(ctx, { name: 'Fijo' })
    await make.person(company.id, { firstName: 'José Ángel', lastName: 'Núñez', typeId: type.id })
    await make.person(company.id, { firstName: 'Ángela', lastName: 'Brito', active: false })
    await make.person(company.id, { firstName: '100%', lastName: 'Pura_Vida' })
    expect(namesOf(await list(ctx, { q: 'nunez jose' }))).toEqual(['Núñez'])
    expect(namesOf(await list(ctx, { q: 'ÁNGEL' }))).toEqual(['Brito', 'Núñez'])
    expect(namesOf(await list(ctx, { q: '%' }))).toEqual(['Pura_Vida'])
    expect(namesOf(await list(ctx, { q: '_' }))).toEqual(['Pura_Vida'])
    expect(namesOf(await list(ctx, { status: 'inactive' }))).toEqual(['Brito'])
    expect(namesOf(await list(ctx, { type: String(type.id), status: 'active' }))).toEqual(['Núñez'])
    expect(namesOf(await list(ctx, { type: 'none' }))).toEqual(['Brito', 'Pura_Vida'])
    expect((await list(ctx, { q: 'nadie' })).total).toBe(0)
  })

  it('never looks for an identification that stands in an address (D32)', () => {
    for (const q of ['00100000001', '001-0000000-1', 'Ana 001']) {
      expect(collaboratorFilterOf({ q }).search).toBeUndefined()
    }
  })

  it('takes what no name of the database could hold for nothing said', async () => {
    const { ctx, company } = await newCompany()
    await world().make.person(company.id, { lastName: 'Pérez' })
    expect(namesOf(await list(ctx, { q: 'Pér\0ez' }))).toEqual(['Pérez'])
  })

  it('begins in a moment among 100,000, by its index', async () => {
    const { ctx, company } = await newCompany()
    const { sql } = world()
    await sql`insert into collaborators (company_id, identification_type_id, identification_hmac, identification_ciphertext,
        first_name, last_name)
      select ${company.id}, 2, sha256(n::text::bytea), '\\x00', 'Nombre ' || n, 'Apellido ' || md5(n::text)
      from generate_series(1, 100000) n`
    await sql`analyze collaborators`
    const explain = async (beyond: string) => {
      const rows =
        await sql.unsafe(`explain (format json) select id from collaborators where company_id = ${company.id} ${beyond}
        order by last_name collate "es-x-icu", first_name collate "es-x-icu", id limit 51`)
      return JSON.stringify(rows)
    }
    const later = `and (last_name collate "es-x-icu", first_name collate "es-x-icu", id) > ('M', 'M', 5)`
    for (const plan of [await explain(''), await explain(later)]) {
      expect(plan).toContain('collaborators_by_name')
      expect(plan).not.toContain('Sort')
    }
    expect((await list({ ...ctx, identificationKeys: ctx.identificationKeys }, { q: 'nadie con este' })).total).toBe(0)
  })
})

describe('types', () => {
  it('have names of their own within the company, and keep their people when they are renamed', async () => {
    const { ctx, company } = await newCompany()
    const type = await createType(ctx, { name: 'Fijo' })
    await world().make.person(company.id, { typeId: type.id })
    await world().make.person(company.id, { typeId: type.id, active: false })
    const other = await createType(ctx, { name: 'Temporal' })
    for (let n = 0; n < 3; n++) await world().make.person(company.id, { typeId: other.id })
    const { id: merchantId } = await world().make.merchant()
    await world().make.affiliation(company.id, merchantId)
    for (let n = 0; n < 2; n++) {
      await world().make.grant(company.id, merchantId, await world().make.discount(merchantId), other.id)
    }
    await expect(createType(ctx, { name: 'FIJO' })).rejects.toMatchObject({ code: 'type_name_taken' })
    await renameType(ctx, { id: type.id, name: 'fijo' })
    await createType((await newCompany()).ctx, { name: 'Fijo' })
    expect(await listTypes(ctx)).toEqual([
      { id: type.id, name: 'fijo', people: 1, grants: 0 },
      { id: other.id, name: 'Temporal', people: 3, grants: 2 },
    ])
  })
})
