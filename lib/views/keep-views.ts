import type { OfficeDb } from '@/db/office'
import {
  closeOtherViews,
  countSavedViews,
  deleteSavedView,
  findSavedView,
  insertSavedView,
  listOpeningViews,
  listSavedViews,
  lockMembership,
  type SavedView,
  updateSavedView,
} from '@/db/queries/offices/saved-views'
import { foldName } from '@/lib/kernel/names'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { viewQueryMax, viewsMax } from './drafts'
import { companyLists, type ListName, merchantLists, operatorLists, viewPath, viewQuery } from './lists'

type Tenant = { readonly merchantId: number } | { readonly companyId: number } | { readonly operator: true }

/**
 * A member of an office, whose views are nobody else's. They say nothing of what the office holds, so that any permission is enough;
 * the list asks for its own when it is opened. No event of the trail: they change nothing of the office (ADR-0030).
 */
type Keeper = {
  readonly db: OfficeDb
  readonly member: { readonly userId: number } & Tenant
}

/** The view that a person takes to have that name. */
const named = (name: string, views: readonly SavedView[]): SavedView | undefined =>
  views.find((view) => foldName(view.name) === foldName(name))

/** A view as its list's bar shows it. */
export type KeptView = { readonly id: number; readonly name: string; readonly path: string; readonly opens: boolean }

const tenantOf = ({ member }: Keeper): Tenant => {
  if ('merchantId' in member) return { merchantId: member.merchantId }
  return 'companyId' in member ? { companyId: member.companyId } : { operator: true }
}

const listsOf = (tenant: Tenant) =>
  'merchantId' in tenant ? merchantLists : 'companyId' in tenant ? companyLists : operatorLists

/** The reader's views of a list, by name. */
export async function listViews(ctx: Keeper, list: ListName): Promise<readonly KeptView[]> {
  const rows = await listSavedViews(ctx.db, tenantOf(ctx), { userId: ctx.member.userId, list })
  return rows.map(({ id, name, query, opens }) => ({ id, name, opens, path: viewPath(list, query) ?? '' }))
}

/** The addresses with which the menu opens the reader's lists, by their page. */
export async function openingPaths(ctx: Keeper): Promise<ReadonlyMap<string, string>> {
  const rows = await listOpeningViews(ctx.db, tenantOf(ctx), ctx.member.userId)
  const paths = rows.flatMap(({ list, query }) => viewPath(list, query) ?? [])
  return new Map(paths.map((path) => [path.split('?')[0] ?? path, path]))
}

/**
 * Keeps what an address asks of a list under a name, in place of the view that has it. The list reads the query and writes it anew:
 * nothing else is kept. Throws `not_found` for a list that the office has not, `query_too_long`, `too_many`.
 */
export async function saveView(ctx: Keeper, draft: { list: string; name: string; query: string }): Promise<void> {
  const tenant = tenantOf(ctx)
  const { userId } = ctx.member
  const { list, name } = draft
  const path = Object.hasOwn(listsOf(tenant), list) ? viewPath(list, draft.query) : undefined
  if (path === undefined) throw new OfficeFault('not_found')
  const query = viewQuery(path)
  if (query.length > viewQueryMax) throw new OfficeFault('query_too_long')
  await ctx.db.transaction(async (tx) => {
    if (!(await lockMembership(tx, tenant, userId))) throw new OfficeFault('not_found')
    const present = named(name, await listSavedViews(tx, tenant, { userId, list }))
    if (present) {
      await updateSavedView(tx, tenant, { userId, id: present.id }, { name, query })
      return
    }
    if ((await countSavedViews(tx, tenant, userId)) >= viewsMax) {
      throw new OfficeFault('too_many', { values: { max: viewsMax } })
    }
    await insertSavedView(tx, tenant, { userId, list, name, query })
  })
}

/** Gives a view another name, and says whether its list opens with it. Throws `not_found`, `name_taken`. */
export async function changeView(
  ctx: Keeper,
  input: { viewId: number; name: string; opens?: 'on' | undefined },
): Promise<void> {
  const tenant = tenantOf(ctx)
  const { userId } = ctx.member
  const { viewId: id, name } = input
  const opens = input.opens === 'on'
  await ctx.db.transaction(async (tx) => {
    if (!(await lockMembership(tx, tenant, userId))) throw new OfficeFault('not_found')
    const view = await findSavedView(tx, tenant, { userId, id })
    if (!view) throw new OfficeFault('not_found')
    const { list } = view
    const other = named(name, await listSavedViews(tx, tenant, { userId, list }))
    if (other && other.id !== id) throw new OfficeFault('name_taken', { field: 'name', values: { name: other.name } })
    if (opens) await closeOtherViews(tx, tenant, { userId, list, id })
    await updateSavedView(tx, tenant, { userId, id }, { name, opens })
  })
}

/** Throws `not_found`. */
export async function deleteView(ctx: Keeper, { viewId }: { viewId: number }): Promise<void> {
  const { userId } = ctx.member
  if (!(await deleteSavedView(ctx.db, tenantOf(ctx), { userId, id: viewId }))) throw new OfficeFault('not_found')
}
