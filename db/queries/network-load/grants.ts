import { type FilledRow, fill, type Tx } from './network'

export type GrantRow = {
  readonly company_id: number
  readonly merchant_id: number
  readonly discount_id: number
  readonly collaborator_type_id: number | null
}

type Between = { readonly companyIds: readonly number[]; readonly merchantIds: readonly number[] }

/**
 * Makes `kept` all the affiliations between these companies and these merchants. An affiliation that is removed takes its grants
 * along, also those made in an office: they have no effect without it. The audit trails of both sides record it.
 */
export async function replaceAffiliations(
  tx: Tx,
  between: Between,
  kept: readonly FilledRow<'affiliations'>[],
): Promise<void> {
  const json = JSON.stringify(kept)
  const isGone = tx`
    t.company_id = any(${between.companyIds}::int[]) and t.merchant_id = any(${between.merchantIds}::int[])
    and not exists (
      select from jsonb_populate_recordset(null::affiliations, ${json}::text::jsonb) i
      where i.company_id = t.company_id and i.merchant_id = t.merchant_id)`
  // A grant made in an office meanwhile waits for the affiliation, and fails once it is gone.
  await tx`
    with gone as (select t.company_id, t.merchant_id from affiliations t where ${isGone} for update)
    insert into audit_events (merchant_id, company_id, actor, action, subject_type, subject_id, details)
    select side.merchant_id, side.company_id, 'operator', 'affiliation.ended', 'affiliation', g.merchant_id || '-' || g.company_id,
      jsonb_build_object('name', side.other, 'by', 'operator', 'grants',
        (select count(*) from grants r where r.company_id = g.company_id and r.merchant_id = g.merchant_id))
    from gone g
    join companies c on c.id = g.company_id
    join merchants m on m.id = g.merchant_id
    cross join lateral (values (g.merchant_id, null::int, c.name), (null, g.company_id, m.name)) side (merchant_id, company_id, other)
    order by g.company_id, g.merchant_id`
  for (const table of ['grants', 'affiliations']) await tx`delete from ${tx(table)} t where ${isGone}`
  await fill(tx, 'affiliations', kept)
}

/**
 * Makes `kept` all the grants between these companies and these merchants, of discounts and to types that a network file made. A
 * grant is left as it is when its discount or its type was made in an office. The company's audit trail records each discount
 * that the company no longer grants, once.
 */
export async function replaceGrants(tx: Tx, between: Between, kept: readonly GrantRow[]): Promise<void> {
  const json = JSON.stringify(kept)
  await tx`
    with gone as (
      delete from grants t
      using discounts d
      where d.merchant_id = t.merchant_id and d.id = t.discount_id and d.key is not null
        and t.company_id = any(${between.companyIds}::int[]) and t.merchant_id = any(${between.merchantIds}::int[])
        and not exists (
          select from collaborator_types o
          where o.company_id = t.company_id and o.id = t.collaborator_type_id and o.key is null)
        and not exists (
          select from jsonb_populate_recordset(null::grants, ${json}::text::jsonb) i
          where i.company_id = t.company_id and i.merchant_id = t.merchant_id and i.discount_id = t.discount_id
            and i.collaborator_type_id is not distinct from t.collaborator_type_id)
      returning t.company_id, t.merchant_id, t.discount_id, t.collaborator_type_id)
    insert into audit_events (company_id, actor, action, subject_type, subject_id, details)
    select g.company_id, 'operator', 'grant.withdrawn', 'discount', d.id::text, jsonb_build_object('name', d.name, 'merchant', m.name,
      'to', case when bool_or(g.collaborator_type_id is null) then '"team"'::jsonb else jsonb_agg(o.name order by o.name) end)
    from gone g
    join discounts d on d.id = g.discount_id
    join merchants m on m.id = g.merchant_id
    left join collaborator_types o on o.id = g.collaborator_type_id
    group by g.company_id, d.id, d.name, m.name
    order by g.company_id, d.id`
  await tx`
    insert into grants (company_id, merchant_id, discount_id, collaborator_type_id)
    select i.company_id, i.merchant_id, i.discount_id, i.collaborator_type_id
    from jsonb_populate_recordset(null::grants, ${json}::text::jsonb) with ordinality i
    where not exists (
      select from grants t
      where t.company_id = i.company_id and t.merchant_id = i.merchant_id and t.discount_id = i.discount_id
        and t.collaborator_type_id is not distinct from i.collaborator_type_id)
    order by i.ordinality`
}
