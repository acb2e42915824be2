import { describe, expect, it } from 'vitest'
import { articleFilterOf, articlesPath } from '@/lib/catalog/articles'
import { changeArticle, createArticle, deleteArticle } from '@/lib/catalog/change-article'
import { activateBranch, createBranch, deactivateBranch, renameBranch } from '@/lib/catalog/change-branch'
import { createCategory, deleteCategory, renameCategory } from '@/lib/catalog/change-category'
import { exportArticles, listArticles, listCategories } from '@/lib/catalog/list-articles'
import { listBranches } from '@/lib/catalog/list-branches'
import { previewArticles, uploadArticles } from '@/lib/catalog/upload-articles'
import type { OfficeContext } from '@/lib/context'
import type { FileColumn } from '@/lib/files/columns'
import { writeCsv } from '@/lib/files/write-csv'
import { writeExcel } from '@/lib/files/write-excel'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { factories } from '../fixtures/factories'
import { startOffice } from './office'

/** Issue 5: a merchant's articles, categories and branches, and what its discounts hold fast. */

const office = startOffice()

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (!(error instanceof OfficeFault)) throw error
      return { code: error.code, ...error.values }
    },
  )

const all = articleFilterOf({})

const idOf = async (ctx: OfficeContext, sku: string) =>
  (await listArticles(ctx, articleFilterOf({ q: sku }))).articles.find((one) => one.sku === sku)?.id ?? 0

async function withArticles(skus: readonly string[]) {
  const { ctx, merchant } = await office.newShop()
  const category = await factories(office.sql()).category(merchant.id)
  for (const [n, sku] of skus.entries()) {
    await createArticle(ctx, { sku, name: `Artículo ${sku}`, categoryId: n % 2 === 0 ? category : null })
  }
  return { ctx, merchantId: merchant.id, category }
}

describe('an article', () => {
  it('is made once for each SKU, exactly as it is written (D19)', async () => {
    const { ctx } = await withArticles(['AGUA-600'])
    const draft = { name: 'Agua', categoryId: null }
    expect(await faultOf(createArticle(ctx, { sku: 'AGUA-600', ...draft }))).toEqual({
      code: 'sku_taken',
      sku: 'AGUA-600',
    })
    await createArticle(ctx, { sku: 'agua-600', ...draft })
    expect((await listArticles(ctx, all)).total).toBe(2)
  })

  it('is changed and taken away, and the trail says by whom and what it was', async () => {
    const { ctx, merchantId, category } = await withArticles(['A1'])
    const articleId = await idOf(ctx, 'A1')
    await changeArticle(ctx, { articleId, name: 'Agua', categoryId: null })
    await changeArticle(ctx, { articleId, name: 'Agua', categoryId: null })
    await deleteArticle(ctx, { articleId })
    expect(category).toBeGreaterThan(0)
    const events = await office.eventsOf(merchantId)
    expect(events.map(({ action, subject, details }) => [action, subject, details])).toEqual([
      ['article.created', `article ${articleId}`, { name: 'A1 · Artículo A1', category: 'Bebidas' }],
      [
        'article.changed',
        `article ${articleId}`,
        { name: 'A1 · Agua', category: null, was: 'Artículo A1', wasCategory: 'Bebidas' },
      ],
      ['article.deleted', `article ${articleId}`, { name: 'A1 · Agua' }],
    ])
  })

  it('stays while a discount is on it, ended or not, and its reader is told which', async () => {
    const { ctx, merchantId } = await withArticles(['A1'])
    const articleId = await idOf(ctx, 'A1')
    await factories(office.sql()).discount(merchantId, { scope: { article: articleId }, status: 'ended' })
    await factories(office.sql()).discount(merchantId, { scope: { article: articleId } })
    expect(await faultOf(deleteArticle(ctx, { articleId }))).toEqual({
      code: 'article_in_use',
      discount: '10 %',
      count: 2,
    })
    expect((await listArticles(ctx, all)).total).toBe(1)
  })

  it('is not another merchant’s to change, nor may it have their category', async () => {
    const { ctx } = await withArticles(['A1'])
    const theirs = await withArticles(['B1'])
    const articleId = await idOf(theirs.ctx, 'B1')
    const gone = { code: 'not_found' }
    expect(await faultOf(changeArticle(ctx, { articleId, name: 'x', categoryId: null }))).toEqual(gone)
    expect(await faultOf(deleteArticle(ctx, { articleId }))).toEqual(gone)
    const draft = { sku: 'N', name: 'N', categoryId: theirs.category }
    expect(await faultOf(createArticle(ctx, draft))).toEqual(gone)
    expect((await listArticles(theirs.ctx, all)).articles[0]?.name).toBe('Artículo B1')
  })
})

describe('the list of articles', () => {
  it('finds by the beginning of the SKU and a part of the name, accents and case aside, and takes signs for signs', async () => {
    const { ctx, merchantId, category } = await withArticles(['PI-1', 'AB%1', 'AB_2', 'ABC3'])
    await createArticle(ctx, { sku: 'X', name: 'Jugo de PIÑA «Lío»', categoryId: category })
    const found = async (asked: Record<string, string>) =>
      (await listArticles(ctx, articleFilterOf(asked))).articles.map(({ sku }) => sku)
    expect(await found({ q: 'pina' })).toEqual(['X'])
    expect(await found({ q: 'lio' })).toEqual(['X'])
    expect(await found({ q: 'ab%' })).toEqual(['AB%1'])
    expect(await found({ q: 'ab_' })).toEqual(['AB_2'])
    expect(await found({ q: '-1' })).toEqual(['PI-1'])
    expect((await found({ category: 'none' })).toSorted()).toEqual(['AB%1', 'ABC3'])
    expect((await found({ category: String(category) })).toSorted()).toEqual(['AB_2', 'PI-1', 'X'])
    expect(await found({ q: '\\' })).toEqual([])
    const other = await factories(office.sql()).merchant()
    expect(merchantId).not.toBe(other.id)
  })

  it.each(['sku', '-sku'])(
    'is read page by page by %s in both directions without losing or doubling any, whatever the SKUs',
    async (sort) => {
      const inOrder = articleFilterOf({ sort })
      const { ctx, merchant } = await office.newShop()
      await office.sql()`insert into articles (merchant_id, sku, name)
      select ${merchant.id}, (array['A','a','ñ','-','_','0'])[n % 6 + 1] || n || (array['b','B',' x',''])[n % 4 + 1], 'x'
      from generate_series(1, 137) n`
      const forward: string[] = []
      let place: { after?: string; before?: string } = {}
      for (let page = 0; page < 3; page++) {
        const { articles, nextAfter } = await listArticles(ctx, { ...inOrder, after: place.after })
        forward.push(...articles.map(({ sku }) => sku))
        place = nextAfter === undefined ? {} : { after: nextAfter }
      }
      expect(place).toEqual({})
      const bySku = [...new Set(forward)].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      expect(bySku).toHaveLength(137)
      expect(forward).toEqual(sort === 'sku' ? bySku : bySku.toReversed())
      const back: string[] = []
      let before: string | undefined = forward.at(-1)
      while (before !== undefined) {
        const { articles, previousBefore } = await listArticles(ctx, { ...inOrder, before })
        back.unshift(...articles.map(({ sku }) => sku))
        before = previousBefore
      }
      expect(back).toEqual(forward.slice(0, -1))
    },
  )

  it('is a file that, imported again, changes nothing: CSV and Excel', async () => {
    const { ctx } = await withArticles(['=A1', '-1', "'=x", '007', 'a b', 'Ñandú;"2"', '1E+05', '7501031311309'])
    type Row = { sku: string; name: string; categoryName: string | null }
    const columns: FileColumn<Row>[] = [
      { header: 'SKU', kind: 'text', value: ({ sku }) => sku },
      { header: 'Nombre', kind: 'text', value: ({ name }) => name },
      { header: 'Categoría', kind: 'text', value: ({ categoryName }) => categoryName },
    ]
    const csv: string[] = []
    for await (const chunk of writeCsv(columns, exportArticles(ctx, all))) csv.push(chunk)
    const excel = await writeExcel('Artículos', columns, exportArticles(ctx, all))
    for (const bytes of [new TextEncoder().encode(csv.join('')), new Uint8Array(excel ?? [])]) {
      const { counts } = await previewArticles(ctx, await uploadArticles(ctx, { name: 'x', bytes }))
      expect(counts).toMatchObject({ added: 0, changed: 0, same: 8, refused: 0 })
    }
  })

  it('says its filters in its address, and takes what does not fit as not said', () => {
    for (const asked of [{}, { q: 'agua' }, { category: 'none' }, { q: 'a&b=c%', category: '12' }]) {
      const path = articlesPath(articleFilterOf(asked))
      const read = Object.fromEntries(new URL(path, 'http://x').searchParams)
      expect(read).toEqual(asked)
    }
    expect(articleFilterOf({ q: ' ', category: '-1', after: '' })).toEqual(all)
    expect(articleFilterOf({ category: '99999999999', q: 'a\0b' })).toMatchObject({ category: undefined, search: 'ab' })
  })
})

describe('a category', () => {
  it('is one of its name, however written; its articles stay when it goes, unless a discount is on it', async () => {
    const { ctx, merchantId, category } = await withArticles(['A1', 'A2', 'A3'])
    expect(await faultOf(createCategory(ctx, { name: ' BEBIDAS ' }))).toEqual({ code: 'name_taken', name: 'Bebidas' })
    await createCategory(ctx, { name: 'Jugos' })
    expect(await faultOf(renameCategory(ctx, { categoryId: category, name: 'jugos' }))).toMatchObject({
      code: 'name_taken',
    })
    await renameCategory(ctx, { categoryId: category, name: 'BEBIDAS' })
    expect(await listCategories(ctx)).toMatchObject([
      { id: category, name: 'BEBIDAS', articles: 2, discounts: 0 },
      { name: 'Jugos', articles: 0, discounts: 0 },
    ])
    const discountId = await factories(office.sql()).discount(merchantId, { scope: { category } })
    expect(await faultOf(deleteCategory(ctx, { categoryId: category }))).toEqual({
      code: 'category_in_use',
      discount: '10 %',
      count: 1,
    })
    await office.sql()`update discounts set scope = 'store', article_category_id = null where id = ${discountId}`
    await deleteCategory(ctx, { categoryId: category })
    expect(await listArticles(ctx, articleFilterOf({ category: 'none' }))).toMatchObject({ total: 3 })
    expect(await faultOf(deleteCategory(ctx, { categoryId: category }))).toEqual({ code: 'not_found' })
  })
})

describe('a branch', () => {
  it('is made, named and switched off and on, each with its event', async () => {
    const { ctx, merchant } = await office.newShop()
    await createBranch(ctx, { name: 'Naco' })
    const [branch] = await listBranches(ctx)
    const branchId = branch?.id ?? 0
    expect(branch).toEqual({ id: branchId, name: 'Naco', active: true, recentConsumptions: 0 })
    expect(await faultOf(createBranch(ctx, { name: 'naco' }))).toEqual({ code: 'name_taken', name: 'Naco' })
    await renameBranch(ctx, { branchId, name: 'Plaza Naco' })
    await deactivateBranch(ctx, { branchId })
    await deactivateBranch(ctx, { branchId })
    expect((await listBranches(ctx))[0]).toMatchObject({ name: 'Plaza Naco', active: false })
    await activateBranch(ctx, { branchId })
    const events = await office.eventsOf(merchant.id)
    expect(events.map(({ action }) => action)).toEqual([
      'branch.created',
      'branch.renamed',
      'branch.deactivated',
      'branch.activated',
    ])
    const theirs = await office.newShop()
    expect(await faultOf(deactivateBranch(theirs.ctx, { branchId }))).toEqual({ code: 'not_found' })
    expect((await listBranches(ctx))[0]).toMatchObject({ active: true })
  })
})

describe('the catalogue and the branches', () => {
  it('are for who holds merchant.catalog.manage now (P-08)', async () => {
    const { ctx } = await withArticles(['A1'])
    const reader: OfficeContext = { ...ctx, member: { ...ctx.member, permissions: ['merchant.discounts.manage'] } }
    const missing = { code: 'permission_missing' }
    expect(await faultOf(listArticles(reader, all))).toEqual(missing)
    expect(await faultOf(listCategories(reader))).toEqual(missing)
    expect(await faultOf(listBranches(reader))).toEqual(missing)
    expect(() => exportArticles(reader, all)).toThrow(OfficeFault)
    await office.sql()`update merchant_memberships set permissions = '{}' where user_id = ${ctx.member.userId}`
    expect(await faultOf(createCategory(ctx, { name: 'x' }))).toEqual(missing)
    expect(await faultOf(createBranch(ctx, { name: 'x' }))).toEqual(missing)
    expect(await faultOf(createArticle(ctx, { sku: 'x', name: 'x', categoryId: null }))).toEqual(missing)
  })
})
