import { describe, expect, it } from 'vitest'
import example from '@/docs/network.example.json' with { type: 'json' }
import { createCollaborator } from '@/lib/collaborators/change-collaborator'
import {
  confirmCollaborators,
  previewCollaborators,
  uploadCollaborators,
} from '@/lib/collaborators/upload-collaborators'
import { deriveIdentificationKeys } from '@/lib/identification/identification'
import type { OfficeFault } from '@/lib/kernel/office-fault'
import { NetworkFileFault } from '@/lib/network-file/faults'
import { loadNetwork } from '@/lib/network-file/load-network'
import { newIdentification, newTestIdentification, testDataKey } from '../fixtures/factories'
import { collaboratorDraft, startCompanies } from './company'

/** D67: in production nobody is given an identification that is kept for tests, by whatever way people enter. */

const { world, newCompany } = startCompanies()

/** Identification types and texts: of the ranges, in any case, assigned or not; and outside of them. */
const reserved = [
  [1, '99900000001'],
  [1, '99912345678'],
  [2, 'PRUEBA01'],
  [2, 'prueba77x'],
] as const
const free = [
  [1, '00100000001'],
  [1, '40299900001'],
  [2, '99900000001'],
  [2, 'APRUEBA01'],
] as const

const peopleOf = async (companyId: number) =>
  (await world().sql`select from collaborators where company_id = ${companyId}`).length

describe('in production an identification of the ranges that are kept for tests', () => {
  it.each(reserved)('is refused by the form: type %i, %s', async (identificationTypeId, identification) => {
    const { ctx, company } = await newCompany()
    const draft = collaboratorDraft({ identificationTypeId, identification })
    const refusal = createCollaborator({ ...ctx, environment: 'production' }, draft)
    expect(await refusal.catch(({ code, field }: OfficeFault) => [code, field])).toEqual([
      'identification_reserved',
      'identification',
    ])
    expect(await peopleOf(company.id)).toBe(0)
  })

  it('is refused by a file, line by line, and the other lines are taken', async () => {
    const { ctx, company } = await newCompany()
    const production = { ...ctx, environment: 'production' as const }
    const lines = [...reserved, ...free].map(([type, text]) => `${type},${text},Ana,Pérez`)
    const bytes = new TextEncoder().encode(
      ['Tipo,Identificación,Nombres,Apellidos', ...lines].join('\n').replace('Tipo,', 'Tipo de identificación,'),
    )
    const id = await uploadCollaborators(production, { name: 'nómina.csv', bytes })
    const plan = await previewCollaborators(production, id)
    const codes = plan.lines.map(({ reasons }) => reasons.map(({ code }) => code))
    expect(codes).toEqual([...reserved.map(() => ['identification_reserved']), ...free.map(() => [])])
    expect(await confirmCollaborators(production, { id, seen: plan.fingerprint })).toMatchObject({
      added: free.length,
      refused: reserved.length,
    })
    expect(await peopleOf(company.id)).toBe(free.length)
  })

  it('is refused by a network file, which then loads nothing', async () => {
    const [company] = example.companies
    if (!company) throw new Error('the example has a company')
    const person = { ...company.collaborators[0], firstName: 'Ana', lastName: 'Pérez' }
    const collaborators = reserved.map(([identificationTypeId, identification]) => {
      const { type: _, ...plain } = { type: '', ...person }
      return { ...plain, identificationTypeId, identification }
    })
    const file = { ...example, companies: [{ ...company, collaborators }] }
    const keys = deriveIdentificationKeys(testDataKey)
    const before = await world().sql`select count(*) from merchants`
    const faults = await loadNetwork(world().sql, file, keys, 'production').catch((error: unknown) => {
      if (error instanceof NetworkFileFault) return error.faults
      throw error
    })
    expect(faults).toEqual(
      collaborators.map((_, n) => ({
        path: `companies[0].collaborators[${n}].identification`,
        message: 'is kept for tests',
      })),
    )
    expect(await world().sql`select count(*) from merchants`).toEqual(before)
  })
})

describe('in the test environment an identification outside of the ranges that are kept for tests', () => {
  it.each(free)('is refused by the form: type %i, %s', async (identificationTypeId, identification) => {
    const { ctx, company } = await newCompany()
    const draft = collaboratorDraft({ identificationTypeId, identification })
    const refusal = createCollaborator({ ...ctx, environment: 'test' }, draft)
    expect(await refusal.catch(({ code, field }: OfficeFault) => [code, field])).toEqual([
      'identification_not_of_test',
      'identification',
    ])
    expect(await peopleOf(company.id)).toBe(0)
  })

  it.each(reserved)('is not one of theirs, which the form takes: type %i, %s', async (identificationTypeId, text) => {
    const { ctx, company } = await newCompany()
    // Nobody else has it.
    const identification = `${text}${company.id}`
    await createCollaborator(
      { ...ctx, environment: 'test' },
      collaboratorDraft({ identificationTypeId, identification }),
    )
    expect(await peopleOf(company.id)).toBe(1)
  })

  it('is refused by a file for who is new, and changed for whom a network file gave it', async () => {
    const { ctx, company } = await newCompany()
    const test = { ...ctx, environment: 'test' as const }
    const [here, range] = [newIdentification(), newTestIdentification()]
    await createCollaborator(ctx, collaboratorDraft({ identification: here }))
    const lines = [
      'Tipo de identificación,Identificación,Nombres,Apellidos',
      `1,${here},Otra,Pérez`,
      `1,${newIdentification()},Ana,Pérez`,
      `1,${range},Ana,Pérez`,
    ]
    const bytes = new TextEncoder().encode(lines.join('\n'))
    const id = await uploadCollaborators(test, { name: 'nómina.csv', bytes })
    const plan = await previewCollaborators(test, id)
    expect(plan.lines.map(({ reasons }) => reasons.map(({ code }) => code))).toEqual([
      [],
      ['identification_not_of_test'],
      [],
    ])
    const done = await confirmCollaborators(test, { id, seen: plan.fingerprint })
    expect(done).toMatchObject({ added: 1, changed: 1, refused: 1 })
    expect(await peopleOf(company.id)).toBe(2)
  })
})
