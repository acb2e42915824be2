import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openOfficeDatabase } from '@/db/office'
import {
  confirmCollaborators,
  previewCollaborators,
  uploadCollaborators,
} from '@/lib/collaborators/upload-collaborators'
import { rotateKeys } from '@/lib/data-keys/rotate-keys'
import { hmacIdentification } from '@/lib/identification/identification'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { confirmDataKey } from '@/server/confirm-data-key'
import { kindOf } from '../fixtures/barrier'
import { newReference, testDataKey } from '../fixtures/factories'
import { companyContextOf, people } from '../fixtures/members'
import { openForTests } from '../fixtures/open-for-tests'
import { proposedErasure } from './proposed-erasure'
import { apply, consume, openTillRaces, rounds, type Till } from './till-races'

/** H-16, ADR-0059: a person is erased while they buy, while they are imported, twice, and while the key is changed. */

const opened = openForTests(async (atEnd) => {
  const races = await openTillRaces(atEnd)
  const patient = { statementTimeoutMs: 120_000, lockTimeoutMs: 120_000 }
  const office = openOfficeDatabase(races.databaseUrl, { poolMax: 10, ...patient })
  atEnd(() => office.sql.end())
  return { races, office }
})

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (!(error instanceof OfficeFault)) throw error
      return error.code
    },
  )

const stateOf = async (id: number) => {
  const [row] = await opened().races.sql`
    select erased_at is not null as erased, active, first_name || last_name as name, key_generation as generation
    from collaborators where id = ${id}`
  return row
}

/** What the till's shop has sold and holds, in cents. */
const soldOf = async ({ merchant }: Till) => {
  const [row] = await opened().races.sql<{ cents: number; uses: number }[]>`
    select (100 * coalesce(sum(final_amount), 0))::int as cents, count(*)::int as uses from consumptions
    where merchant_id = ${merchant.id}`
  return row
}

const each = 10

describe('a person who is erased', () => {
  it.each(rounds.slice(0, 2))('while they buy has every cent of what was reserved, round %i', async () => {
    const { races, office } = opened()
    const shop = await races.newTill({ usesTotal: 1_000, budget: '1000000' })
    const { id } = shop.person
    const before = await races.authorizeMany(shop, each)
    const { approve } = await proposedErasure(races.sql, office, [id])
    let erased: Promise<void> | undefined
    const answers = await races.race(
      [
        ...before.map((one, n) => consume(shop, n, one)),
        ...Array.from({ length: 2 * each }, (_, n) =>
          apply(shop, n, { reference: newReference(), purchaseAmount: 100.37 }),
        ),
      ],
      () => {
        erased = approve()
      },
    )
    await erased
    expect(answers.slice(0, each).map(kindOf)).toEqual(Array.from({ length: each }, () => '201'))
    const applied = answers.slice(each)
    for (const answer of applied) expect(['201', '404 discount_not_available']).toContain(kindOf(answer))
    // What was reserved in time is paid afterwards, as if nothing had happened.
    const reserved = applied.flatMap(({ status, body }) => (status === 201 ? [body.value] : []))
    const later = await races.race(reserved.map((one, n) => consume(shop, n, one)))
    expect(later.map(kindOf)).toEqual(reserved.map(() => '201'))
    expect(await soldOf(shop)).toEqual({
      cents: each * 90_000 + reserved.length * 9_033,
      uses: each + reserved.length,
    })
    expect(await stateOf(id)).toMatchObject({ erased: true, active: false, name: '' })
    const gone = await races.race([apply(shop, 0, { reference: newReference(), purchaseAmount: 100 })])
    expect(gone.map(kindOf)).toEqual(['404 discount_not_available'])
  })

  it('has the same answers to what is sent again', async () => {
    const { races, office } = opened()
    const shop = await races.newTill()
    const [one] = await races.race([apply(shop, 0, { reference: newReference(), purchaseAmount: 100 })])
    const key = randomUUID()
    const reserved = await races.authorize(shop)
    const paid = consume(shop, 0, reserved, key)
    const [two] = await races.race([paid])
    const again = apply(shop, 0, { reference: newReference(), purchaseAmount: 200 })
    const [three] = await races.race([again])
    const { approve } = await proposedErasure(races.sql, office, [shop.person.id])
    await approve()
    expect([one, two, three].map((answer) => answer && kindOf(answer))).toEqual(['201', '201', '201'])
    const repeated = await races.race([paid, again])
    expect(repeated.map(kindOf)).toEqual(['201 replayed', '201 replayed'])
    expect(repeated.map(({ text }) => text)).toEqual([two?.text, three?.text])
  })

  it.each(rounds.slice(0, 4))(
    'while they are imported is either changed before or refused afterwards, round %i',
    async (round) => {
      const { races, office } = opened()
      const shop = await races.make.shop()
      const { id, companyId, identification } = shop.person
      const member = await people(races.sql).newCompanyMember(companyId)
      const ctx = companyContextOf(office, companyId, member)
      const file = `Tipo de identificación,Identificación,Nombres,Apellidos\nCédula,${identification},Nombre Nuevo,Apellido Nuevo`
      const importId = await uploadCollaborators(ctx, { name: 'a.csv', bytes: new TextEncoder().encode(file) })
      const { fingerprint } = await previewCollaborators(ctx, importId)
      const { approve } = await proposedErasure(races.sql, office, [id])
      const confirm = () => outcomeOf(confirmCollaborators(ctx, { id: importId, seen: fingerprint }))
      const [imported, erased] = await (round % 2 === 0
        ? Promise.all([confirm(), outcomeOf(approve())])
        : Promise.all([outcomeOf(approve()), confirm()]).then(([one, other]) => [other, one]))
      expect(['done', 'import_changed']).toContain(imported)
      expect(erased).toBe('done')
      expect(await stateOf(id)).toMatchObject({ erased: true, active: false, name: '' })
      const hmac = hmacIdentification(ctx.identificationKeys, 1, identification)
      expect(await races.sql`select id from collaborators where identification_hmac = ${hmac}`).toEqual([])
      // Uploaded again, they are somebody new.
      const again = await uploadCollaborators(ctx, { name: 'b.csv', bytes: new TextEncoder().encode(file) })
      const seen = await previewCollaborators(ctx, again)
      expect(seen.counts).toMatchObject({ added: 1, changed: 0, refused: 0 })
      await confirmCollaborators(ctx, { id: again, seen: seen.fingerprint })
      const rows =
        await races.sql`select id::int, active from collaborators where company_id = ${companyId} order by id`
      expect(rows).toEqual([
        { id, active: false },
        { id: expect.any(Number), active: true },
      ])
    },
  )

  it.each(rounds.slice(0, 2))('by two approvals at once is erased by one of them, round %i', async () => {
    const { races, office } = opened()
    const { person, company } = await races.make.shop()
    const others = [await races.make.person(company.id), await races.make.person(company.id)]
    const proposals = await Promise.all(
      others.map((other) => proposedErasure(races.sql, office, [person.id, other.id])),
    )
    const outcomes = await Promise.all(proposals.map(({ approve }) => outcomeOf(approve())))
    expect(outcomes.toSorted()).toEqual(['already_erased', 'done'])
    const events = await races.sql`select 1 from audit_events
      where action = 'collaborator.erased' and subject_id = ${String(person.id)}`
    expect(events).toHaveLength(1)
  })

  // The last: the processes of the other tests do not hold the new key.
  it('while the key is changed stays erased, and the change comes to its end (ADR-0060)', async () => {
    const { races, office } = opened()
    await confirmDataKey(races.databaseUrl, testDataKey)
    const shop = await races.make.shop()
    const all = [shop.person]
    for (let n = 1; n < 40; n++) all.push(await races.make.person(shop.company.id))
    const proposals: Awaited<ReturnType<typeof proposedErasure>>[] = []
    for (const { id } of all.slice(0, 20)) proposals.push(await proposedErasure(races.sql, office, [id]))
    const keys = { key: randomBytes(32).toString('base64'), generation: 2, old: testDataKey }
    const rotation = rotateKeys({ db: office.db, keys })
    const erasing = async (part: number) => {
      for (const [n, { approve }] of proposals.entries()) if (n % 2 === part) await approve()
    }
    await Promise.all([rotation, erasing(0), erasing(1)])
    for (const [n, { id }] of all.entries()) {
      expect(await stateOf(id)).toMatchObject({ erased: n < 20, active: n >= 20, generation: 2 })
    }
  })
})
