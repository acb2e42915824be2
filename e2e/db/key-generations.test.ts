import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { OfficeTx } from '@/db/office'
import { holdKeyGeneration } from '@/db/queries/offices/data-keys'
import { openTotpSecret, sealTotpSecret } from '@/lib/accounts/seal'
import { createCollaborator, setCollaboratorActive } from '@/lib/collaborators/change-collaborator'
import { revealIdentification, seekCollaborator } from '@/lib/collaborators/show-collaborator'
import {
  confirmCollaborators,
  type PeopleFilesContext,
  previewCollaborators,
  uploadCollaborators,
} from '@/lib/collaborators/upload-collaborators'
import { RotationRefused, rotateKeys } from '@/lib/data-keys/rotate-keys'
import { deriveIdentificationKeys } from '@/lib/identification/identification'
import { present } from '@/lib/kernel/assert'
import { type DataKeys, keyring } from '@/lib/kernel/data-keys'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { confirmDataKey } from '@/server/confirm-data-key'
import { canariesIn } from '../fixtures/canaries'
import { newIdentification, testDataKey } from '../fixtures/factories'
import { collaboratorDraft as draft, startCompanies } from './company'
import { expectInvariants } from './invariants'

/** ADR-0060: rows of two generations of DATA_KEY stand side by side while the key is changed. */

const newKey = randomBytes(32).toString('base64')
const both: DataKeys = { key: newKey, generation: 2, old: testDataKey }

/** What a process works with that was given both keys. */
const withBoth = <Ctx extends PeopleFilesContext>(ctx: Ctx): Ctx => ({
  ...ctx,
  identificationKeys: deriveIdentificationKeys(both),
  importKey: keyring(both, 'aliado import encryption v1'),
})

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (!(error instanceof OfficeFault)) throw error
      return error.code
    },
  )

const header = 'Tipo de identificación,Identificación,Nombres,Apellidos'

async function load(ctx: PeopleFilesContext, ...identifications: string[]) {
  const lines = [header, ...identifications.map((each) => `Cédula,${each},Ana,Pérez`)]
  const id = await uploadCollaborators(ctx, { name: 'a.csv', bytes: new TextEncoder().encode(lines.join('\n')) })
  const { counts, fingerprint } = await previewCollaborators(ctx, id)
  await confirmCollaborators(ctx, { id, seen: fingerprint })
  return counts
}

const { world, newCompany } = startCompanies()

/**
 * A database in the middle of a change: the rows of before stand under the old key, and all write with the new one. `done` ends it.
 * Nobody is re-keyed by the command, so that each test does what it is about.
 */
async function halfway() {
  const { databaseUrl, office, sql } = world()
  await confirmDataKey(databaseUrl, testDataKey)
  const begun = new AbortController()
  begun.abort()
  await expect(rotateKeys({ db: office.db, keys: both, signal: begun.signal })).rejects.toThrow()
  const generations = async (companyId: number) =>
    (
      await sql<{ generation: number }[]>`
        select key_generation as generation from collaborators where company_id = ${companyId} order by id`
    ).map(({ generation }) => generation)
  return { generations }
}

describe('while the key is changed', () => {
  it('is refused to begin with keys that are not those of the database', async () => {
    const { databaseUrl, office } = world()
    const { db } = office
    await sealBefore()
    await expect(rotateKeys({ db, keys: both })).rejects.toThrow('No service has used this database yet')
    await confirmDataKey(databaseUrl, testDataKey)
    await expect(rotateKeys({ db, keys: { key: newKey, generation: 2 } })).rejects.toThrow(RotationRefused)
    await expect(rotateKeys({ db, keys: { ...both, generation: 3 } })).rejects.toThrow('is of generation 1')
    await expect(rotateKeys({ db, keys: { ...both, old: newKey, key: testDataKey } })).rejects.toThrow(RotationRefused)
    await confirmDataKey(databaseUrl, testDataKey)
    // A process that has both may start before the change begins.
    await confirmDataKey(databaseUrl, both)
  })

  it('waits for who writes with the old key, and lets nobody write with it afterwards', async () => {
    const { office, databaseUrl } = world()
    const { ctx, company } = await newCompany()
    await confirmDataKey(databaseUrl, testDataKey)
    let ends = (): void => {}
    const open = new Promise<void>((resolve) => {
      ends = resolve
    })
    let holds = (): void => {}
    const held = new Promise<void>((resolve) => {
      holds = resolve
    })
    const writing = office.db.transaction(async (tx: OfficeTx) => {
      const { keyGeneration } = await holdKeyGeneration(tx)
      holds()
      await open
      return keyGeneration
    })
    await held
    const begins = halfway()
    ends()
    expect(await writing).toBe(1)
    const { generations } = await begins
    // This process has the old key alone: it writes nothing, and does not say that somebody is not there.
    await expect(createCollaborator(ctx, draft())).rejects.toThrow('busy')
    expect(await generations(company.id)).toEqual([])
    await expect(
      world().make.person(company.id),
      'nor does a version that knows nothing of generations',
    ).rejects.toThrow('another generation')
  })

  it('finds people under either key, and has none of them twice in a company (D31)', async () => {
    // The database stands half-way since the test before: rows of the old key are made as those of before were.
    const { ctx: office, company } = await newCompany()
    const ctx = withBoth(office)
    const [known, other] = [newIdentification(), newIdentification()]
    const id = await underOldKey(company.id, known)
    expect(await seekCollaborator(ctx, { identificationTypeId: 1, identification: known })).toEqual({ id })
    expect(await revealIdentification(ctx, { id })).toEqual({ identification: known })
    expect(await outcomeOf(createCollaborator(ctx, draft({ identification: known })))).toBe('already_here')
    expect(await load(ctx, known, other)).toMatchObject({ added: 1, changed: 1 })
    const rows = await world().sql`select id from collaborators where company_id = ${company.id}`
    expect(rows).toHaveLength(2)
    await expectInvariants(world().sql)
  })

  it('keeps one employment, whoever of two companies is faster, and whichever key their rows stand under (D31)', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two, three] = [await newCompany(), await newCompany(), await newCompany()]
      const identification = newIdentification()
      const [here, there] = [
        await underOldKey(one.company.id, identification, false),
        await underOldKey(two.company.id, identification, false),
      ]
      const outcomes = await Promise.all([
        outcomeOf(setCollaboratorActive(withBoth(one.ctx), { id: here, active: true })),
        outcomeOf(setCollaboratorActive(withBoth(two.ctx), { id: there, active: true })),
        outcomeOf(createCollaborator(withBoth(three.ctx), draft({ identification }))),
        outcomeOf(createCollaborator(withBoth(three.ctx), draft({ identification }))),
      ])
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
      for (const outcome of outcomes) expect(['done', 'employed_elsewhere', 'already_here']).toContain(outcome)
      const rows = await world().sql<{ active: boolean; generation: number }[]>`
        select active, key_generation as generation from collaborators
        where company_id in (${one.company.id}, ${two.company.id}, ${three.company.id})`
      expect(rows.filter(({ active }) => active)).toHaveLength(1)
      expect(new Set(rows.map(({ generation }) => generation))).toEqual(new Set([2]))
    }
  })

  it('refuses an active person of another company who still stands under the old key (D31)', async () => {
    const [one, two] = [await newCompany(), await newCompany()]
    const [a, b] = [newIdentification(), newIdentification()]
    await underOldKey(one.company.id, a)
    await underOldKey(one.company.id, b)
    expect(await outcomeOf(createCollaborator(withBoth(two.ctx), draft({ identification: a })))).toBe(
      'employed_elsewhere',
    )
    expect(await outcomeOf(load(withBoth(two.ctx), b))).toBe('import_empty')
  })

  it('ends with every row read back with the new key, and the old one is refused', async () => {
    const { office, sql, databaseUrl } = world()
    const { company, ctx } = await newCompany()
    const people: number[] = []
    for (let n = 0; n < 30; n++) people.push(await underOldKey(company.id, newIdentification()))
    const spoilt = people[7] ?? 0
    await anyGeneration(
      () => sql`update collaborators set identification_hmac = ${randomBytes(32)}, key_generation = 2,
      identification_ciphertext = (select identification_ciphertext from collaborators where id = ${people[0] ?? 0})
      where id = ${spoilt}`,
    )
    const failed = await rotateKeys({ db: office.db, keys: both }).catch((error: Error) => error)
    expect(failed).toMatchObject({ message: `Row ${spoilt} is not read with the new key` })
    await confirmDataKey(databaseUrl, both)
    await expect(confirmDataKey(databaseUrl, { key: newKey, generation: 2 })).rejects.toThrow('DATA_KEY_OLD')
    await sql`delete from collaborators where id = ${spoilt}`

    const done = await rotateKeys({ db: office.db, keys: both })
    expect(done.verified).toBeGreaterThanOrEqual(29)
    const alone: DataKeys = { key: newKey, generation: 2 }
    await confirmDataKey(databaseUrl, alone)
    await confirmDataKey(databaseUrl, both)
    await expect(confirmDataKey(databaseUrl, testDataKey)).rejects.toThrow('generation 1, which was given up')
    await expectReadable(alone)
    const found = { ...ctx, identificationKeys: deriveIdentificationKeys(alone) }
    const identification = newIdentification()
    const { id } = await createCollaborator(found, draft({ identification }))
    expect(await revealIdentification(found, { id })).toEqual({ identification })
    await expect(createCollaborator(ctx, draft())).rejects.toThrow('busy')
    // Again it finds nothing to do.
    expect(await rotateKeys({ db: office.db, keys: both })).toMatchObject({ people: 0, secrets: 0, files: 0 })
    const everything = await sql`select * from installation`
    expect(canariesIn(JSON.stringify(everything))).toEqual([])
    // The change was begun once, resumed, and ended once; no key and no digest of one is told.
    const told =
      await sql`select action, actor, user_id, subject_type, subject_id, details, request_id, merchant_id, company_id
      from audit_events where action like 'data_key.%' order by id`
    const ours = { actor: 'operator', user_id: null, merchant_id: null, company_id: null, request_id: 'keys:rotate' }
    const change = { ...ours, subject_type: 'data_key', subject_id: '2' }
    const name = 'DATA_KEY_GENERATION=2'
    expect(told).toEqual([
      { ...change, action: 'data_key.change_begun', details: { name } },
      { ...change, action: 'data_key.change_ended', details: { name, verified: done.verified } },
    ])
    await expectInvariants(sql)
  })
})

const totpSecret = 'JBSWY3DPEHPK3PXP'

/** What is sealed before the change: the secret of a second step, and a file that waits for its confirmation. */
async function sealBefore(): Promise<void> {
  const { sql } = world()
  const { ctx, member } = await newCompany()
  const { sealed } = sealTotpSecret(keyring(testDataKey, 'aliado totp encryption v1'), member.id, totpSecret, 1)
  await sql`update users set totp_secret = ${sealed}, totp_enrolled_at = now() where id = ${member.id}`
  const bytes = new TextEncoder().encode(`${header}\nCédula,${newIdentification()},Ana,Pérez`)
  before = { ctx, userId: member.id, importId: await uploadCollaborators(ctx, { name: 'a.csv', bytes }) }
}

let before: { ctx: PeopleFilesContext; userId: number; importId: number } | undefined

async function expectReadable(alone: DataKeys): Promise<void> {
  const { ctx, userId, importId } = present(before, 'something was sealed before the change')
  const [user] = await world().sql<{ sealed: Buffer; generation: number }[]>`
    select totp_secret as sealed, totp_key_generation as generation from users where id = ${userId}`
  const sealed = present(user, 'the user is there')
  expect(openTotpSecret(keyring(alone, 'aliado totp encryption v1'), userId, sealed)).toBe(totpSecret)
  const keys = {
    identificationKeys: deriveIdentificationKeys(alone),
    importKey: keyring(alone, 'aliado import encryption v1'),
  }
  expect((await previewCollaborators({ ...ctx, ...keys }, importId)).counts).toMatchObject({ added: 1 })
}

/** A row as one of before the change stands. */
async function underOldKey(companyId: number, identification: string, active = true): Promise<number> {
  const { make } = world()
  const person = await anyGeneration(() => make.person(companyId, { identification, active }))
  return person.id
}

/** Does it as if the change had not begun. */
async function anyGeneration<T>(work: () => PromiseLike<T>): Promise<T> {
  const { sql } = world()
  await sql`alter table collaborators disable trigger require_key_generation, disable trigger require_key_generation_again`
  try {
    return await work()
  } finally {
    await sql`alter table collaborators enable trigger require_key_generation, enable trigger require_key_generation_again`
  }
}
