import { beforeAll, describe, expect, it } from 'vitest'
import type { OfficeContext } from '@/lib/context'
import { viewsMax } from '@/lib/views/drafts'
import { changeView, deleteView, listViews, openingPaths, saveView } from '@/lib/views/keep-views'
import { factories } from '../fixtures/factories'
import { operatorContextOf, people } from '../fixtures/members'
import { startOffice } from './office'

/** What a person keeps of a list under a name (ADR-0030). */

const { sql, newColleague } = startOffice()
const list = 'consumptions'

let merchantId: number
let ana: OfficeContext
let luis: OfficeContext

beforeAll(async () => {
  merchantId = (await factories(sql()).merchant()).id
  ana = (await newColleague(merchantId)).ctx
  luis = (await newColleague(merchantId)).ctx
})

const idOf = async (ctx: OfficeContext, name: string) =>
  (await listViews(ctx, list)).find((view) => view.name === name)?.id ?? 0

describe('a saved view', () => {
  it('is the address as its list writes it, whatever was sent', async () => {
    await saveView(ana, {
      list,
      name: 'Baní',
      query: 'branch=3&before=1.1&size=25&evil=%3Cscript%3E&hide=when&sort=//evil.example',
    })
    expect(await listViews(ana, list)).toMatchObject([
      { name: 'Baní', path: '/portal/consumptions?branch=3&size=25&hide=when', opens: false },
    ])
  })

  it('is seen, changed and forgotten by its owner alone', async () => {
    expect(await listViews(luis, list)).toEqual([])
    const viewId = await idOf(ana, 'Baní')
    const missing = { code: 'not_found' }
    await expect(changeView(luis, { viewId, name: 'Mía' })).rejects.toMatchObject(missing)
    await expect(deleteView(luis, { viewId })).rejects.toMatchObject(missing)
    expect(await idOf(ana, 'Baní')).toBe(viewId)
  })

  it('takes the place of the one with its name, however it is written', async () => {
    await saveView(ana, { list, name: 'baní', query: 'branch=4' })
    expect((await listViews(ana, list)).map(({ name, path }) => [name, path])).toEqual([
      ['baní', '/portal/consumptions?branch=4'],
    ])
  })

  it('is renamed, but not to the name of another', async () => {
    await saveView(ana, { list, name: 'Otra', query: '' })
    const viewId = await idOf(ana, 'Otra')
    await expect(changeView(ana, { viewId, name: 'BANÍ' })).rejects.toMatchObject({ code: 'name_taken' })
    await changeView(ana, { viewId, name: 'Todo' })
    expect((await listViews(ana, list)).map(({ name }) => name)).toEqual(['baní', 'Todo'])
  })

  it('opens its list alone', async () => {
    for (const name of ['Todo', 'baní']) await changeView(ana, { viewId: await idOf(ana, name), name, opens: 'on' })
    expect((await listViews(ana, list)).map(({ name, opens }) => [name, opens])).toEqual([
      ['baní', true],
      ['Todo', false],
    ])
    expect([...(await openingPaths(ana))]).toEqual([['/portal/consumptions', '/portal/consumptions?branch=4']])
    expect([...(await openingPaths(luis))]).toEqual([])
  })

  it('is of a list of its office, and not too long', async () => {
    for (const other of ['collaborators', 'company_consumptions', 'toString', 'x'])
      await expect(saveView(ana, { list: other, name: 'x', query: '' })).rejects.toMatchObject({ code: 'not_found' })
    const long = `q=${'ñ'.repeat(100)}&hide=${[...'abcdefghijklmnopqrst'].map((letter) => letter.repeat(20)).join()}`
    await expect(saveView(ana, { list, name: 'x', query: long })).rejects.toMatchObject({ code: 'query_too_long' })
  })

  it(`is one of ${viewsMax} at most, also when several are saved at once`, async () => {
    const names = Array.from({ length: viewsMax + 5 }, (_, n) => `Vista ${n}`)
    const outcomes = await Promise.allSettled(names.map((name) => saveView(luis, { list, name, query: '' })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(viewsMax)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'too_many' })
    expect(await listViews(luis, list)).toHaveLength(viewsMax)
  })

  it('goes with the membership of its owner', async () => {
    await sql()`delete from merchant_memberships where user_id = ${luis.member.userId} and merchant_id = ${merchantId}`
    expect(await listViews(luis, list)).toEqual([])
    await expect(saveView(luis, { list, name: 'x', query: '' })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a view of the operator’s lists', () => {
  it('is of one person, of a list of that office, and goes with their membership', async () => {
    const operators = await Promise.all([people(sql()).newOperator(), people(sql()).newOperator()])
    const [olga, pedro] = operators.map((operator) => operatorContextOf({ db: ana.db, sql: sql() }, operator))
    if (!olga || !pedro) throw new Error('two people')
    const ofList = 'network_merchants'
    await saveView(olga, { list: ofList, name: 'Fuera', query: 'state=disabled&sort=-created&hide=companies&q=' })
    const [view] = await listViews(olga, ofList)
    expect(view).toMatchObject({
      name: 'Fuera',
      path: '/operator/merchants?state=disabled&sort=-created&hide=companies',
    })
    const viewId = view?.id ?? 0
    await saveView(olga, { list: ofList, name: 'fuera', query: 'state=scheduled' })
    expect((await listViews(olga, ofList)).map(({ id }) => id)).toEqual([viewId])
    await changeView(olga, { viewId, name: 'Por salir', opens: 'on' })
    expect([...(await openingPaths(olga))]).toEqual([['/operator/merchants', '/operator/merchants?state=scheduled']])
    expect(await listViews(pedro, ofList)).toEqual([])
    await expect(deleteView(pedro, { viewId })).rejects.toMatchObject({ code: 'not_found' })
    await expect(saveView(olga, { list, name: 'x', query: '' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(saveView(ana, { list: ofList, name: 'x', query: '' })).rejects.toMatchObject({ code: 'not_found' })
    await sql()`delete from operator_memberships where user_id = ${olga.member.userId}`
    expect(await sql()`select id from saved_views where id = ${viewId}`).toEqual([])
    await expect(saveView(olga, { list: ofList, name: 'x', query: '' })).rejects.toMatchObject({ code: 'not_found' })
  })
})
