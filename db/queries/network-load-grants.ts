import { type FilledRow, fill, type Tx } from './network-load'

export type GrantRow = {
  readonly company_id: number
  readonly merchant_id: number
  readonly discount_id: number
  readonly collaborator_type_id: number | null
}

type Between = { readonly companyIds: readonly number[]; readonly merchantIds: readonly number[] }

/**
 * Makes `kept` all the affiliations between these companies and these merchants. One that goes takes its grants along, those
 * made in an office too: without an affiliation they are worth nothing.
 */
export async function replaceAffiliations(
  tx: Tx,
  between: Between,
  kept: readonly FilledRow<'affiliations'>[],
): Promise<void> {
  const json = JSON.stringify(kept)
  for (const table of ['grants', 'affiliations']) {
    await tx`
      delete from ${tx(table)} t
      where t.company_id = any(${between.companyIds}::int[]) and t.merchant_id = any(${between.merchantIds}::int[])
        and not exists (
          select from jsonb_populate_recordset(null::affiliations, ${json}::text::jsonb) i
          where i.company_id = t.company_id and i.merchant_id = t.merchant_id)`
  }
  await fill(tx, 'affiliations', kept)
}

/**
 * Makes `kept` all the grants between these companies and these merchants, of discounts and to types that a network file made.
 * A grant of a discount, or to a type, that was made in an office is out of the file's reach.
 */
export async function replaceGrants(tx: Tx, between: Between, kept: readonly GrantRow[]): Promise<void> {
  const json = JSON.stringify(kept)
  await tx`
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
          and i.collaborator_type_id is not distinct from t.collaborator_type_id)`
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
