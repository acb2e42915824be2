import { describe, expect, it } from 'vitest'
import { createCollaborator, setCollaboratorActive } from '@/lib/collaborators/change-collaborator'
import { exportCollaborators } from '@/lib/collaborators/export-collaborators'
import { collaboratorFilterOf } from '@/lib/collaborators/filter'
import { listCollaborators } from '@/lib/collaborators/list-collaborators'
import { createType } from '@/lib/collaborators/manage-types'
import { revealIdentification } from '@/lib/collaborators/show-collaborator'
import {
  confirmCollaborators,
  dropCollaborators,
  type PeopleFilesContext,
  previewCollaborators,
  uploadCollaborators,
} from '@/lib/collaborators/upload-collaborators'
import { cedulaCheckDigit } from '@/lib/identification/cedula'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { canariesIn } from '../fixtures/canaries'
import { newIdentification } from '../fixtures/factories'
import { collaboratorDraft, startCompanies } from './company'

/** Issue 5: files of people are previewed line by line, and become true whole or not at all. */

const { world, newCompany, newColleague, eventsOf } = startCompanies()

const header = 'Tipo de identificación,Identificación,Nombres,Apellidos,Tipo de colaborador,Correo,Activo'

const upload = (ctx: PeopleFilesContext, ...lines: string[]) =>
  uploadCollaborators(ctx, { name: 'nómina.csv', bytes: new TextEncoder().encode(lines.join('\n')) })

const confirm = async (ctx: PeopleFilesContext, id: number) =>
  confirmCollaborators(ctx, { id, seen: (await previewCollaborators(ctx, id)).fingerprint })

const load = async (ctx: PeopleFilesContext, ...lines: string[]) => confirm(ctx, await upload(ctx, ...lines))

const peopleOf = async (ctx: PeopleFilesContext) =>
  (await listCollaborators(ctx, collaboratorFilterOf({}))).people.map(
    ({ firstName, lastName, type, email, active }) => [firstName, lastName, type, email, active],
  )

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (!(error instanceof OfficeFault)) throw error
      return error.code
    },
  )

describe('a file of people', () => {
  it('adds, changes and leaves them, with types that come to be, and keeps their identification sealed', async () => {
    const { ctx, company } = await newCompany()
    const [ana, luis] = [newIdentification(), newIdentification()]
    await load(ctx, header, `Cédula,${ana},Ana,Pérez,Fijo,ana@caribe.example,sí`, `1,${luis},Luis,Rosa,,,no`)
    expect(await peopleOf(ctx)).toEqual([
      ['Ana', 'Pérez', 'Fijo', 'ana@caribe.example', true],
      ['Luis', 'Rosa', null, null, false],
    ])
    const id = await upload(
      ctx,
      'Identificación,Tipo de identificación,Nombres,Apellidos,Activo,Salario',
      `${ana},Visa,Ana María,,,1`,
      `${luis},cedula,,,Activo,2`,
      `${newIdentification()},PASAP,Eva,Gil,,3`,
    )
    const plan = await previewCollaborators(ctx, id)
    expect(plan.lines.map(({ outcome, before }) => [outcome, before])).toEqual([
      ['refused', undefined],
      ['changed', { active: 'no' }],
      ['added', undefined],
    ])
    expect(plan.lines[0]?.reasons).toEqual([{ code: 'identification_type_unknown', column: 'identificationType' }])
    expect(plan.unused).toEqual(['Salario'])
    expect(canariesIn(JSON.stringify(plan))).toEqual([])
    await confirm(ctx, id)
    expect(await peopleOf(ctx)).toEqual([
      ['Eva', 'Gil', null, null, true],
      ['Ana', 'Pérez', 'Fijo', 'ana@caribe.example', true],
      ['Luis', 'Rosa', null, null, true],
    ])
    const [eva] = (await listCollaborators(ctx, collaboratorFilterOf({}))).people
    expect(Object.keys(await revealIdentification(ctx, { id: eva?.id ?? 0 }))).toEqual(['identification'])
    const events = await eventsOf(company.id)
    expect(events.filter(({ action }) => action === 'collaborators.imported')).toMatchObject([
      { details: { name: 'nómina.csv', added: 2, changed: 0, refused: 0 } },
      { details: { added: 1, changed: 1, refused: 1 } },
    ])
    const rows = await world().sql`select i::text as row from imports i where company_id = ${company.id}`
    expect(canariesIn(JSON.stringify([events, rows]))).toEqual([])
  })

  it('deactivates many at once, and nobody whom it does not name', async () => {
    const { ctx } = await newCompany()
    const people = Array.from({ length: 30 }, () => newIdentification())
    await load(ctx, header, ...people.map((one, n) => `Cédula,${one},Persona,${String(n).padStart(2, '0')},,,`))
    const counts = await load(
      ctx,
      'Tipo de identificación,Identificación,Activo',
      ...people.slice(5).map((one) => `Cédula,${one},no`),
    )
    expect(counts).toMatchObject({ added: 0, changed: 25, refused: 0 })
    expect((await listCollaborators(ctx, collaboratorFilterOf({ status: 'active' }))).total).toBe(5)
  })

  it('that tells who is active elsewhere stands in the trail, confirmed or not (ADR-0015)', async () => {
    const { ctx, company } = await newCompany()
    const other = await newCompany()
    const [taken, too, free] = [newIdentification(), newIdentification(), newIdentification()]
    for (const identification of [taken, too]) {
      await createCollaborator(other.ctx, collaboratorDraft({ identification }))
    }
    await upload(ctx, header, `Cédula,${free},Ana,Pérez,,,`)
    expect(await eventsOf(company.id)).toEqual([])
    const lines = [`Cédula,${taken},Ana,Pérez,,,`, `Cédula,${free},Eva,Gil,,,`, `Cédula,${too},Luis,Rosa,,,`]
    const id = await upload(ctx, header, ...lines)
    const events = await eventsOf(company.id)
    expect(events).toMatchObject([
      {
        action: 'collaborators.uploaded',
        outcome: 'denied',
        details: { reason: 'employed_elsewhere', name: 'nómina.csv', count: 2 },
      },
    ])
    expect(canariesIn(JSON.stringify(events))).toEqual([])
    expect((await previewCollaborators(ctx, id)).counts).toMatchObject({ added: 1, refused: 2 })
  })

  it('tells of each line why it may not be so', async () => {
    const { ctx } = await newCompany()
    const other = await newCompany()
    const [taken, free, twice, short] = [
      newIdentification(),
      newIdentification(),
      newIdentification(),
      newIdentification().slice(0, 9),
    ]
    await createCollaborator(other.ctx, collaboratorDraft({ identification: taken }))
    const id = await upload(
      ctx,
      header,
      `Cédula,${taken},Ana,Pérez,,,sí`,
      `Cédula,${taken}-0_1,Ana,Pérez,,,`,
      `,${free},Ana,Pérez,,,`,
      `Cédula,${newIdentification()},,,,nadie,quizás`,
      `Cédula,${newIdentification()},,Pérez,,,`,
      `Cédula,${twice},Ana,Pérez,,,`,
      `Cédula,${twice},Ana,Peña,,,`,
      `Cédula,${short},Ana,Pérez,,,`,
    )
    const { lines } = await previewCollaborators(ctx, id)
    expect(lines.map(({ reasons }) => reasons.map(({ code }) => code))).toEqual([
      ['employed_elsewhere'],
      ['identification_malformed'],
      ['identification_type_missing'],
      ['email_invalid', 'active_unreadable'],
      ['first_name_missing'],
      ['line_contradicted'],
      ['line_contradicted'],
      [],
    ])
    expect(lines.at(-1)).toMatchObject({ outcome: 'added', warnings: [{ code: 'identification_short' }] })
  })

  it('warns of a cédula that is probably none, line by line, and applies it all the same (D23)', async () => {
    const { ctx } = await newCompany()
    const ten = newIdentification().slice(0, 10)
    const right = `${ten}${cedulaCheckDigit(ten)}`
    const wrong = `${ten}${(cedulaCheckDigit(ten) + 1) % 10}`
    const people = [
      ['Cédula', right, 'Ana', []],
      ['cedula', wrong, 'Eva', ['cedula_check_digit']],
      ['Cédula', `${ten}12`, 'Leo', ['cedula_length']],
      ['Cédula', ten, 'Luis', ['identification_short']],
      ['Pasaporte', wrong, 'Rosa', []],
    ] as const
    const id = await upload(ctx, header, ...people.map(([type, one, name]) => `${type},${one},${name},Pérez,,,`))
    const { lines, counts } = await previewCollaborators(ctx, id)
    expect(lines.map(({ warnings }) => warnings)).toEqual(
      people.map(([, , , codes]) => codes.map((code) => ({ code, column: 'identification' }))),
    )
    expect(counts).toEqual({ added: 5, changed: 0, same: 0, refused: 0, warned: 3 })
    await confirm(ctx, id)
    expect((await peopleOf(ctx)).map(([name]) => name)).toEqual(['Ana', 'Eva', 'Leo', 'Luis', 'Rosa'])
  })

  it('takes in inactive whom another company has active (D31)', async () => {
    const [first, second] = [await newCompany(), await newCompany()]
    const identification = newIdentification()
    await createCollaborator(first.ctx, collaboratorDraft({ identification }))
    await load(second.ctx, header, `Cédula,${identification},Ana,Pérez,,,no`)
    expect(await peopleOf(second.ctx)).toEqual([['Ana', 'Pérez', null, null, false]])
    expect(await faultOf(load(second.ctx, header, `Cédula,${identification},Ana,Pérez,,,sí`))).toBe('import_empty')
  })

  it('of two companies that take in the same thousand at once one has them all, and the other none', async () => {
    const companies = [await newCompany(), await newCompany()]
    const people = Array.from({ length: 1_000 }, () => newIdentification())
    const lines = people.map((one, n) => `Cédula,${one},Persona,${n},,,`)
    const previews = await Promise.all(
      companies.map(async ({ ctx }, n) => {
        const id = await upload(ctx, header, ...(n === 0 ? lines : lines.toReversed()))
        return { ctx, id, seen: (await previewCollaborators(ctx, id)).fingerprint }
      }),
    )
    const said = await Promise.all(
      previews.map(({ ctx, id, seen }) => faultOf(confirmCollaborators(ctx, { id, seen }))),
    )
    expect(said.toSorted()).toEqual(['done', expect.stringMatching(/^(employed_elsewhere|import_changed)$/)])
    const counts = await Promise.all(
      companies.map(async ({ ctx }) => (await listCollaborators(ctx, collaboratorFilterOf({}))).total),
    )
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 1_000])
  })

  it('is confirmed as it was seen: what changed meanwhile is told, and of two confirmations one works', async () => {
    const { ctx } = await newCompany()
    const identification = newIdentification()
    const { id: person } = await createCollaborator(ctx, collaboratorDraft({ identification }))
    const id = await upload(ctx, header, `Cédula,${identification},Ana María,Pérez Gómez,,,no`)
    const { fingerprint } = await previewCollaborators(ctx, id)
    await setCollaboratorActive(ctx, { id: person, active: false })
    expect(await faultOf(confirmCollaborators(ctx, { id, seen: fingerprint }))).toBe('import_changed')
    await setCollaboratorActive(ctx, { id: person, active: true })
    const both = [
      confirmCollaborators(ctx, { id, seen: fingerprint }),
      confirmCollaborators(ctx, { id, seen: fingerprint }),
    ]
    expect((await Promise.all(both.map(faultOf))).toSorted()).toEqual(['done', 'import_applied'])
  })

  it('is read back from the file that the company downloads, and changes nothing; the trail says who has it', async () => {
    const { ctx, company } = await newCompany()
    await createType(ctx, { name: 'Fijo' })
    const lines = Array.from(
      { length: 60 },
      (_, n) => `Cédula,${newIdentification()},Ñoña ${n},=Gil,Fijo,n${n}@x.example,${n % 2 ? 'sí' : 'no'}`,
    )
    await load(ctx, header, ...lines)
    const rows = []
    for await (const batch of await exportCollaborators(ctx, collaboratorFilterOf({}))) rows.push(...batch)
    const back = rows.map(({ identificationType, identification, firstName, lastName, type, email, active }) =>
      [identificationType, identification, firstName, lastName, type, email, active ? 'sí' : 'no'].join(','),
    )
    const { counts } = await previewCollaborators(ctx, await upload(ctx, header, ...back))
    expect(counts).toMatchObject({ added: 0, changed: 0, same: 60, refused: 0 })
    const trail = (await eventsOf(company.id)).filter(({ action }) => action === 'collaborators.exported')
    expect(trail).toHaveLength(1)
  })

  it('is nobody’s without the permission, nor another company’s', async () => {
    const { ctx, company } = await newCompany()
    const line = `Cédula,${newIdentification()},Ana,Pérez,,,`
    const id = await upload(ctx, header, line)
    const { fingerprint } = await previewCollaborators(ctx, id)
    const { ctx: powerless } = await newColleague(company.id, ['company.benefits.manage'])
    const { ctx: stranger } = await newCompany()
    for (const [asker, code] of [
      [powerless, 'permission_missing'],
      [stranger, 'not_found'],
    ] as const) {
      expect(await faultOf(previewCollaborators(asker, id))).toBe(code)
      expect(await faultOf(confirmCollaborators(asker, { id, seen: fingerprint }))).toBe(code)
      expect(await faultOf(dropCollaborators(asker, id))).toBe(code)
    }
    expect(await faultOf(upload(powerless, header, line))).toBe('permission_missing')
    await dropCollaborators(ctx, id)
    expect(await faultOf(previewCollaborators(ctx, id))).toBe('not_found')
  })

  it('names the types that come to be, and takes those that are there however they are written', async () => {
    const { ctx } = await newCompany()
    await createType(ctx, { name: 'Fijo' })
    const id = await upload(
      ctx,
      header,
      `Cédula,${newIdentification()},Ana,Pérez,FIJO,,`,
      `Cédula,${newIdentification()},Eva,Gil,temporal,,`,
      `Cédula,${newIdentification()},Leo,Sosa,Temporal,,`,
    )
    const { remarks } = await previewCollaborators(ctx, id)
    expect(remarks).toEqual([{ code: 'type_added', column: 'type', values: { name: 'temporal' } }])
    await confirm(ctx, id)
    expect((await peopleOf(ctx)).map(([, , type]) => type)).toEqual(['temporal', 'Fijo', 'temporal'])
  })
})
