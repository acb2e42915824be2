import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { performance as nodePerformance } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CatalogContext } from '@/lib/catalog/upload-articles'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { FilePool, type FilePoolLimits, type FilePoolState, newFilePoolState } from '@/lib/web/file-pool'
import type { Sending } from '@/lib/web/sending'
import { projectRoot } from '@/server/settings'
import { bundle } from '../fixtures/api-bundle'
import { eventually } from '../fixtures/eventually'
import { testDataKey } from '../fixtures/factories'
import { worstFiles } from '../fixtures/worst-files'
import { startOfficeRaces } from './office-races'

/** Issue 10, B1: members' files are worked on in threads, and never where pages are answered. */

const pools = startOfficeRaces()
const opened: FilePoolState[] = []

/** What a thread runs, from the sources as they are: to compile them anew takes each thread some seconds. */
const filename = join(projectRoot, '.build', `test-file-thread-${process.pid}.js`)

beforeAll(() => bundle(projectRoot, 'lib/web/file-thread.ts', filename))

afterAll(async () => {
  await Promise.all(opened.map(({ threads }) => threads.destroy()))
  await rm(filename, { force: true })
})

const wide: FilePoolLimits = {
  threads: 1,
  perMember: 8,
  inAll: 8,
  waitMsMax: 200_000,
  workMsMax: 200_000,
  heapMegabytesMax: 768,
}

function newPool(limits: Partial<FilePoolLimits> = {}): FilePool {
  const all = { ...wide, ...limits }
  const variables = { ...process.env, DATABASE_URL: pools().databaseUrl, DATA_KEY: testDataKey }
  const state = newFilePoolState(all, variables, { filename })
  opened.push(state)
  return new FilePool(all, state)
}

async function newMember(): Promise<CatalogContext> {
  const { contexts } = await pools().newTeam(1)
  const [ctx] = contexts
  if (!ctx) throw new Error('there is one')
  return ctx
}

async function sendingOf(bytes: Uint8Array): Promise<Sending> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], 'artículos.csv'))
  const request = new Request('http://x', { method: 'POST', body: form })
  return { body: await request.arrayBuffer(), contentType: request.headers.get('content-type') ?? '' }
}

const csv = (...lines: string[]) => new TextEncoder().encode(lines.join('\n'))

const small = () => sendingOf(csv('SKU,Nombre', 'A,b'))

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    (value) => typeof value,
    (error: unknown) => {
      if (!(error instanceof OfficeFault)) throw error
      return { code: error.code, ...error.values }
    },
  )

describe('a file thread', () => {
  it('reads, shows and applies a file as its member asks, and says what is wrong with one by line', async () => {
    const ctx = await newMember()
    const pool = newPool()
    const id = await pool.run('uploadArticles', ctx, await sendingOf(csv('SKU,Nombre', 'A1,Agua', ',Nada')))
    const filter = { show: undefined, from: 1 }
    const view = await pool.run('previewArticles', ctx, { id, filter })
    expect(view).toMatchObject({ linesInAll: 2, counts: { added: 1, refused: 1 }, fileName: 'artículos.csv' })
    expect(view.page.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'added'],
      [3, 'refused'],
    ])
    const [refused] = await pool.run('refusedArticles', ctx, { id })
    expect(JSON.parse(refused ?? '')).toMatchObject([{ line: 3, reasons: [{ code: 'sku_missing' }] }])
    expect(await pool.run('confirmArticles', ctx, { id, seen: view.fingerprint })).toMatchObject({ added: 1 })
    expect(await pools().sql`select sku, name from articles where merchant_id = ${ctx.member.merchantId}`).toEqual([
      { sku: 'A1', name: 'Agua' },
    ])
    expect(await outcomeOf(pool.run('previewArticles', ctx, { id, filter }))).toEqual({ code: 'import_applied' })
    expect(await outcomeOf(pool.run('uploadArticles', ctx, await sendingOf(csv('SKU,Nombre', 'a,b', 'c,"d'))))).toEqual(
      { code: 'quote_open', line: 3 },
    )
    expect(await outcomeOf(pool.run('previewArticles', await newMember(), { id, filter }))).toEqual({
      code: 'not_found',
    })
  })

  it('leaves the thread that answers pages free while the worst files are read', async () => {
    const pool = newPool()
    const worst = [worstFiles.commas, worstFiles.cells, worstFiles.windowsLetters, worstFiles.tags]
    const sendings = await Promise.all(worst.map((make) => sendingOf(make())))
    const members = await Promise.all(sendings.map(newMember))
    const before = nodePerformance.eventLoopUtilization()
    const outcomes = await Promise.all(
      members.map((ctx, n) => {
        const sending = sendings[n]
        if (!sending) throw new Error('there is one for each')
        return outcomeOf(pool.run('uploadArticles', ctx, sending, { transfer: [sending.body] }))
      }),
    )
    const { utilization } = nodePerformance.eventLoopUtilization(before)
    expect(outcomes).toEqual([
      { code: 'columns_too_many', columns: 50 },
      'number',
      { code: 'cell_too_long', line: 2, column: 'B', length: 2_000 },
      { code: 'file_inflates' },
    ])
    // Read here, they would take all of it.
    expect(utilization).toBeLessThan(0.25)
  })

  it('is ended when a file takes too long, and its turn is free again', async () => {
    const ctx = await newMember()
    const pool = newPool({ workMsMax: 50 })
    const sending = await sendingOf(worstFiles.windowsLetters())
    expect(await outcomeOf(pool.run('uploadArticles', ctx, sending))).toEqual({ code: 'file_too_slow' })
    expect(pool.load).toMatchObject({ running: 0, waiting: 0 })
  })

  it('that runs out of memory takes nothing with it but its own file', async () => {
    const ctx = await newMember()
    const pool = newPool({ heapMegabytesMax: 64 })
    const sending = await sendingOf(worstFiles.cells())
    expect(await outcomeOf(pool.run('uploadArticles', ctx, sending))).toEqual({ code: 'file_too_heavy' })
    expect(await outcomeOf(pool.run('uploadArticles', ctx, await small()))).toBe('number')
  })

  it('is ended when nobody waits for its file any more, and the next file is read', async () => {
    const ctx = await newMember()
    const pool = newPool()
    await pool.run('uploadArticles', ctx, await small())
    const gone = new AbortController()
    const reading = outcomeOf(
      pool.run('uploadArticles', ctx, await sendingOf(worstFiles.windowsLetters()), { signal: gone.signal }),
    )
    await eventually(async () => expect(pool.load.running).toBe(1))
    gone.abort()
    expect(await reading).toEqual({ code: 'file_interrupted' })
    expect(await outcomeOf(pool.run('uploadArticles', ctx, await small()))).toBe('number')
  })
})

describe('a pool of file threads', () => {
  it('takes no more of one member, nor of all, than it has places for, and gives every place back', async () => {
    const pool = newPool({ perMember: 2, inAll: 3 })
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const hold = (userId: number) => outcomeOf(pool.hold(userId, () => ended))
    const held = [hold(1), hold(1), hold(2)]
    expect(await hold(1)).toEqual({ code: 'files_underway' })
    expect(await hold(2)).toEqual({ code: 'files_busy' })
    expect(pool.load.places).toBe(3)
    end()
    expect(await Promise.all(held)).toEqual(['undefined', 'undefined', 'undefined'])
    expect(pool.load.places).toBe(0)
    const failing = pool.hold(1, () => Promise.reject(new OfficeFault('file_empty')))
    expect(await outcomeOf(failing)).toEqual({ code: 'file_empty' })
    expect(pool.load.places).toBe(0)
  })

  it('tells who would wait too long to come again', async () => {
    const ctx = await newMember()
    const pool = newPool({ waitMsMax: 1 })
    const first = outcomeOf(pool.run('uploadArticles', ctx, await sendingOf(worstFiles.windowsLetters())))
    expect(await outcomeOf(pool.run('uploadArticles', ctx, await small()))).toEqual({ code: 'files_busy' })
    expect(await first).toMatchObject({ code: 'cell_too_long' })
  })
})
