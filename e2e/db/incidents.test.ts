import { describe, expect, it } from 'vitest'
import { openOfficeDatabase } from '@/db/office'
import { type OperatorPermission, operatorPermissions } from '@/lib/accounts/permissions'
import { sumMinutes } from '@/lib/health/sum-minutes'
import { statusFeed } from '@/lib/incidents/feed'
import { currentIncidents, showStatus } from '@/lib/incidents/show-status'
import { openIncident, updateIncident } from '@/lib/incidents/tell-incident'
import { operatorContextOf, people } from '../fixtures/members'
import { startCompanies } from './company'

/** What is told of the service to everybody: incidents, and states from live figures. */

const { world } = startCompanies()

const newOperator = async (permissions: readonly OperatorPermission[] = operatorPermissions) =>
  operatorContextOf(world().office, await people(world().sql).newOperator({ permissions: [...permissions] }))

const draft = {
  ...{ titleEs: 'Correos lentos', titleEn: 'Slow e-mails', parts: ['mails' as const] },
  ...{ state: 'investigating' as const, textEs: 'Tardan <10 minutos>', textEn: 'They take <10 minutes>' },
}

const shown = async () => {
  const status = await showStatus(world().office.db, 'es')
  if (!status) throw new Error('the database did not answer')
  return status
}

describe('an incident', () => {
  it('is told in both languages, update by update, until it is resolved; then it is not opened again', async () => {
    const ctx = await newOperator()
    await openIncident(ctx, draft)
    const [open] = (await shown()).open
    const incidentId = open?.id ?? 0
    expect(await currentIncidents(world().office.db, 'en')).toEqual([
      { id: incidentId, title: 'Slow e-mails', state: 'investigating' },
    ])
    expect((await shown()).parts.mails).toBe('troubled')
    const update = { incidentId, textEs: 'Ya salen', textEn: 'They leave again' }
    await updateIncident(ctx, { ...update, state: 'watching' })
    await updateIncident(ctx, { ...update, state: 'resolved' })
    const { past, parts, open: none } = await shown()
    expect(none).toEqual([])
    expect(past[0]?.updates.map(({ state, text }) => [state, text])).toEqual([
      ['resolved', 'Ya salen'],
      ['watching', 'Ya salen'],
      ['investigating', 'Tardan <10 minutos>'],
    ])
    expect(parts.mails).toBe('working')
    expect(await currentIncidents(world().office.db, 'es')).toEqual([])
    await expect(updateIncident(ctx, { ...update, state: 'watching' })).rejects.toThrow('incident_resolved')
    await expect(updateIncident(ctx, { ...update, incidentId: 999_999, state: 'watching' })).rejects.toThrow(
      'not_found',
    )
    await expect(world().sql`update incident_updates set text_es = 'Otra'`).rejects.toThrow('append-only')
    await expect(world().sql`delete from incident_updates`).rejects.toThrow('append-only')
  })

  it('of two resolutions at once stays resolved, and keeps what both said', async () => {
    const ctx = await newOperator()
    await openIncident(ctx, draft)
    const incidentId = (await shown()).open[0]?.id ?? 0
    const resolve = (textEs: string) => updateIncident(ctx, { incidentId, state: 'resolved', textEs, textEn: 'Done' })
    await Promise.all([resolve('Ya pasó'), resolve('Era el servidor')])
    const [incident] = (await shown()).past
    expect(incident?.updates.map(({ text }) => text).toSorted()).toEqual([
      'Era el servidor',
      'Tardan <10 minutos>',
      'Ya pasó',
    ])
  })

  it('is told by who may look after the network alone', async () => {
    const ctx = await newOperator(['operator.policies.manage'])
    await expect(openIncident(ctx, draft)).rejects.toThrow('permission_missing')
  })

  it('is in the feed, each update an entry, with its text as text', async () => {
    const { open, past } = await shown()
    const feed = statusFeed('es', 'https://aliado.example', { open, past })
    expect(feed.match(/<item>/g)).toHaveLength([...open, ...past].flatMap(({ updates }) => updates).length)
    expect(feed).toContain('Tardan &lt;10 minutos&gt;')
    expect(feed).toContain('Correos lentos: Resuelto')
  })
})

describe('the state of a part', () => {
  it('is unknown while the figures are old, and quiet while nobody calls', async () => {
    await world().sql`truncate network_minutes`
    expect((await shown()).parts).toEqual({ api: 'unknown', offices: 'working', mails: 'working' })
    await sumMinutes(world().office.db)
    expect((await shown()).parts.api).toBe('quiet')
    await world().sql`update network_minutes set calls = 100, failed = 60`
    expect((await shown()).parts.api).toBe('down')
  })

  it('is not said at all when the database does not answer', async () => {
    const nowhere = openOfficeDatabase('postgres://aliado:aliado@127.0.0.1:1/aliado', { poolMax: 1 })
    try {
      expect(await showStatus(nowhere.db, 'es')).toBeUndefined()
    } finally {
      await nowhere.sql.end()
    }
  })
})
