import { describe, expect, it } from 'vitest'
import { Database } from '@/db/database'
import { Pool } from '@/db/pool'
import { sweepExpiredImports } from '@/db/queries/tills/sweep'
import type { CatalogContext } from '@/lib/catalog/upload-articles'
import { confirmArticles, dropArticles, previewArticles, uploadArticles } from '@/lib/catalog/upload-articles'
import { Gate } from '@/lib/kernel/gate'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { startOfficeRaces } from './office-races'

/** Issue 5: files of articles are previewed line by line, and become true whole or not at all. */

const pools = startOfficeRaces()

const csv = (...lines: string[]) => new TextEncoder().encode(lines.join('\n'))

async function newShop(): Promise<{ ctx: CatalogContext; colleague: CatalogContext; merchantId: number }> {
  const { merchantId, contexts } = await pools().newTeam(2)
  const [ctx, colleague] = contexts
  if (!ctx || !colleague) throw new Error('there are two')
  return { ctx, colleague, merchantId }
}

const upload = (ctx: CatalogContext, ...lines: string[]) =>
  uploadArticles(ctx, { name: 'C:\\fakepath\\artículos.csv', bytes: csv(...lines) })

const confirm = async (ctx: CatalogContext, id: number) =>
  confirmArticles(ctx, { id, seen: (await previewArticles(ctx, id)).fingerprint })

const load = async (ctx: CatalogContext, ...lines: string[]) => confirm(ctx, await upload(ctx, ...lines))

const articlesOf = (merchantId: number) => pools().sql<{ sku: string; name: string; category: string | null }[]>`
  select a.sku, a.name, c.name as category from articles a left join article_categories c on c.id = a.article_category_id
  where a.merchant_id = ${merchantId} order by a.sku collate "C"`

const rowsOf = async (merchantId: number) =>
  (await articlesOf(merchantId)).map(({ sku, name, category }) => [sku, name, category])

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (!(error instanceof OfficeFault)) throw error
      return { code: error.code, ...error.values }
    },
  )

describe('the preview of a file of articles', () => {
  it('tells what every line adds, changes, leaves or may not say', async () => {
    const { ctx } = await newShop()
    await load(ctx, 'SKU;Nombre;Categoría', 'A1;Agua;Bebidas', 'A2;Jugo;Bebidas', 'A3;Pan;', 'X1;Leche;')
    const id = await upload(
      ctx,
      'sku,nombre,CATEGORIA,Precio',
      'A1,Agua,bebidas,1',
      'A2,Jugo de piña,Jugos,1',
      'A3,Pan,,1',
      'N1,Nuevo,Jugos,1',
      ' x1 ,Parecido,,1',
      ',Sin SKU,,1',
      'N2,,,1',
      `${'9'.repeat(65)},Largo,,1`,
      'D1,Uno,,1',
      'D1,Otro,,1',
      'D2,Igual,,1',
      'D2,Igual,,1',
      '7.50E+12,Dañado,,1',
      'n1,Minúscula,,1',
    )
    const { lines, counts, remarks, unused, fileName } = await previewArticles(ctx, id)
    const told = lines.map(({ line, outcome, before, reasons, warnings }) => {
      const notes = [...reasons, ...warnings].map(({ code, values }) => ({ code, ...values }))
      return [line, outcome, ...(before ? [before] : []), ...notes]
    })
    expect(told).toEqual([
      [2, 'same'],
      [3, 'changed', { name: 'Jugo', category: 'Bebidas' }],
      [4, 'same'],
      [5, 'added'],
      [6, 'added', { code: 'sku_alike', sku: 'X1' }],
      [7, 'refused', { code: 'sku_missing' }],
      [8, 'refused', { code: 'name_missing' }],
      [9, 'refused', { code: 'sku_too_long' }],
      [10, 'refused', { code: 'line_contradicted', line: 11 }],
      [11, 'refused', { code: 'line_contradicted', line: 10 }],
      [12, 'added'],
      [13, 'refused', { code: 'line_repeated', line: 12 }],
      [14, 'added', { code: 'sku_scientific' }],
      [15, 'added', { code: 'sku_alike_in_file', sku: 'N1', line: 5 }],
    ])
    expect(counts).toEqual({ added: 5, changed: 1, same: 2, refused: 6, warned: 3 })
    expect(remarks.map(({ values }) => values?.name)).toEqual(['Jugos'])
    expect({ unused, fileName }).toEqual({ unused: ['Precio'], fileName: 'artículos.csv' })
  })

  it('changes nothing until it is confirmed; then what was not refused is true, and the trail says so', async () => {
    const { ctx, merchantId } = await newShop()
    await load(ctx, 'SKU,Nombre,Categoría', 'A1,Agua,Bebidas', 'A2,Jugo,Bebidas')
    const id = await upload(ctx, 'SKU,Nombre,Categoría', 'A1,Agua fría,', 'A2,Jugo,Jugos', 'B1,Pan,Panadería', ',,x')
    expect(await rowsOf(merchantId)).toEqual([
      ['A1', 'Agua', 'Bebidas'],
      ['A2', 'Jugo', 'Bebidas'],
    ])
    expect(await confirm(ctx, id)).toMatchObject({ added: 1, changed: 2, same: 0, refused: 1 })
    expect(await rowsOf(merchantId)).toEqual([
      ['A1', 'Agua fría', null],
      ['A2', 'Jugo', 'Jugos'],
      ['B1', 'Pan', 'Panadería'],
    ])
    const events = await pools().sql`select details from audit_events
      where merchant_id = ${merchantId} and action = 'articles.imported' order by id desc limit 1`
    expect(events).toEqual([{ details: { name: 'artículos.csv', added: 1, changed: 2, same: 0, refused: 1 } }])
  })

  it('leaves categories alone when the file does not speak of them', async () => {
    const { ctx, merchantId } = await newShop()
    await load(ctx, 'SKU,Nombre,Categoría', 'A1,Agua,Bebidas')
    await load(ctx, 'Código,Descripción', 'A1,Agua fría')
    expect(await rowsOf(merchantId)).toEqual([['A1', 'Agua fría', 'Bebidas']])
  })

  it('is of another catalogue when somebody changes it: the confirmation says so, and changes nothing', async () => {
    const { ctx, colleague, merchantId } = await newShop()
    const id = await upload(ctx, 'SKU,Nombre', 'A1,Agua', 'A2,Jugo')
    const { fingerprint } = await previewArticles(ctx, id)
    await load(colleague, 'SKU,Nombre', 'A1,Café')
    expect(await faultOf(confirmArticles(ctx, { id, seen: fingerprint }))).toEqual({
      code: 'import_changed',
      added: 1,
      changed: 1,
      refused: 0,
      wasAdded: 2,
      wasChanged: 0,
      wasRefused: 0,
    })
    expect(await rowsOf(merchantId)).toEqual([['A1', 'Café', null]])
    expect(await confirm(ctx, id)).toMatchObject({ added: 1, changed: 1 })
  })

  it('is nobody else’s, may be given up, is replaced by the next, and lasts an hour', async () => {
    const { ctx, colleague, merchantId } = await newShop()
    const first = await upload(ctx, 'SKU,Nombre', 'A1,Agua')
    const theirs = await upload(colleague, 'SKU,Nombre', 'A1,Agua')
    const second = await upload(ctx, 'SKU,Nombre', 'A2,Agua')
    expect(await faultOf(previewArticles(ctx, first))).toEqual({ code: 'not_found' })
    expect((await previewArticles(ctx, theirs)).counts.added).toBe(1)
    await dropArticles(ctx, second)
    expect(await faultOf(previewArticles(ctx, second))).toEqual({ code: 'not_found' })
    await pools().sql`update imports set expires_at = now() where id = ${theirs}`
    expect(await faultOf(previewArticles(ctx, theirs))).toEqual({ code: 'import_expired' })
    expect(await faultOf(confirmArticles(ctx, { id: theirs, seen: `1.0.0.0.${'0'.repeat(32)}` }))).toEqual({
      code: 'import_expired',
    })
    const pool = new Pool(pools().databaseUrl, { applicationName: 'a sweep' })
    const db = new Database(pool, new Gate({ size: 1, waitMsMax: 1_000, queueMax: 1 }))
    expect(await sweepExpiredImports(db)).toBe(1)
    await pool.close()
    expect(await faultOf(previewArticles(ctx, theirs))).toEqual({ code: 'not_found' })
    expect(await rowsOf(merchantId)).toEqual([])
  })

  it('is sealed where it waits, for its merchant alone, and gone when it is confirmed', async () => {
    const { ctx } = await newShop()
    const other = await newShop()
    const id = await upload(ctx, 'SKU,Nombre', 'SECRETO1,Nombre secreto')
    const [kept] = await pools().sql<
      { sealedRows: Buffer }[]
    >`select sealed_rows as "sealedRows" from imports where id = ${id}`
    expect(kept?.sealedRows.toString('latin1')).not.toMatch(/SECRETO|secreto|SKU/)
    await pools().sql`update imports set merchant_id = ${other.merchantId} where id = ${id}`
    await expect(previewArticles(other.ctx, id)).rejects.toThrow(/authenticate/)
    await pools().sql`update imports set merchant_id = ${ctx.member.merchantId} where id = ${id}`
    await confirm(ctx, id)
    const [done] = await pools()
      .sql`select sealed_rows as rows, applied_at is not null as applied from imports where id = ${id}`
    expect(done).toEqual({ rows: null, applied: true })
    expect(await faultOf(previewArticles(ctx, id))).toEqual({ code: 'import_applied' })
  })

  it('asks for the permission at every step, as it is in the database', async () => {
    const { ctx, merchantId } = await newShop()
    const id = await upload(ctx, 'SKU,Nombre', 'A1,Agua')
    const { fingerprint } = await previewArticles(ctx, id)
    const reader = { ...ctx, member: { ...ctx.member, permissions: ['merchant.consumptions.read' as const] } }
    const missing = { code: 'permission_missing' }
    expect(await faultOf(upload(reader, 'SKU,Nombre', 'A1,Agua'))).toEqual(missing)
    expect(await faultOf(previewArticles(reader, id))).toEqual(missing)
    await pools()
      .sql`update merchant_memberships set permissions = '{merchant.consumptions.read}' where merchant_id = ${merchantId}`
    expect(await faultOf(confirmArticles(ctx, { id, seen: fingerprint }))).toEqual(missing)
    expect(await faultOf(dropArticles(ctx, id))).toEqual(missing)
    expect(await rowsOf(merchantId)).toEqual([])
  })
})

describe('a confirmation', () => {
  it('is one, however many there are at once', async () => {
    const { merchantId, contexts } = await pools().newTeam(20)
    const [first] = contexts
    if (!first) throw new Error('nobody')
    const id = await upload(first, 'SKU,Nombre,Categoría', 'A1,Agua,Bebidas', 'A2,Jugo,Bebidas')
    const { fingerprint } = await previewArticles(first, id)
    const { tally } = await pools().race(contexts.map((ctx) => () => confirmArticles(ctx, { id, seen: fingerprint })))
    expect(tally).toEqual({ done: 1, import_applied: 19 })
    expect(await rowsOf(merchantId)).toHaveLength(2)
    const [{ count } = { count: 0 }] = await pools().sql<{ count: number }[]>`select count(*)::int as count
      from audit_events where merchant_id = ${merchantId} and action = 'articles.imported' and outcome = 'done'`
    expect(count).toBe(1)
  })

  it('of two files with the same new articles one works, and the other is told what has changed', async () => {
    const { ctx, colleague, merchantId } = await newShop()
    const lines = ['SKU,Nombre,Categoría', 'A1,Agua,Bebidas', 'A2,Jugo,Bebidas']
    const files = [
      { ctx, id: await upload(ctx, ...lines) },
      { ctx: colleague, id: await upload(colleague, ...lines) },
    ]
    const seen = (await previewArticles(ctx, files[0]?.id ?? 0)).fingerprint
    const { tally } = await pools().race(files.map((file) => () => confirmArticles(file.ctx, { id: file.id, seen })))
    expect(tally).toEqual({ done: 1, import_changed: 1 })
    expect(await rowsOf(merchantId)).toHaveLength(2)
    expect(await pools().sql`select from article_categories where merchant_id = ${merchantId}`).toHaveLength(1)
  })

  it('that fails in the middle leaves nothing behind, and may be tried again', async () => {
    const { ctx, merchantId } = await newShop()
    await load(ctx, 'SKU,Nombre', 'A1,Agua')
    const many = Array.from({ length: 6_000 }, (_, n) => `N${n},Nuevo ${n},Categoría ${n % 7}`)
    const id = await upload(ctx, 'SKU,Nombre,Categoría', 'A1,Otra agua,Bebidas', ...many)
    await pools().sql.unsafe(`
      create function refuse_late() returns trigger language plpgsql as
        $$ begin if new.sku = 'N5999' then raise 'the disk is full'; end if; return new; end $$;
      create trigger refuse_late before insert on articles for each row execute function refuse_late()`)
    try {
      await expect(confirm(ctx, id)).rejects.toThrow()
      expect(await rowsOf(merchantId)).toEqual([['A1', 'Agua', null]])
      expect(await pools().sql`select from article_categories where merchant_id = ${merchantId}`).toEqual([])
    } finally {
      await pools().sql.unsafe('drop trigger refuse_late on articles; drop function refuse_late()')
    }
    expect(await confirm(ctx, id)).toMatchObject({ added: 6_000, changed: 1 })
  })

  it('of 50,000 articles keeps within the bounds of the offices’ statements, new and changed', async () => {
    const { ctx, merchantId } = await newShop()
    const lines = (name: string) =>
      Array.from({ length: 50_000 }, (_, n) => `SKU-${n},${name} ${n},Categoría ${n % 40}`)
    const all = (name: string) => ['SKU,Nombre,Categoría', ...lines(name)].join('\n')
    expect(await load(ctx, all('Artículo'))).toMatchObject({ added: 50_000 })
    expect(await load(ctx, all('Otro'))).toMatchObject({ changed: 50_000 })
    const [{ count } = { count: 0 }] = await pools().sql<
      { count: number }[]
    >`select count(*)::int as count from articles
      where merchant_id = ${merchantId} and name like 'Otro %' and article_category_id is not null`
    expect(count).toBe(50_000)
  })
})
