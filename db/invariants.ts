import type { Sql } from '@/db/client'

/** What must hold of the whole database at every moment, whoever wrote it. Each query finds the rows that break it. */
const invariants: Readonly<Record<string, string>> = {
  'a reference has at most one active authorization (D36)': `
    select merchant_id, reference, count(*) from authorizations
    where status = 'Authorized' group by merchant_id, reference having count(*) > 1`,

  'an authorization has at most one consumption': `
    select merchant_id, authorization_id, count(*) from consumptions
    group by merchant_id, authorization_id having count(*) > 1`,

  'an authorization is Consumed exactly when it has a consumption (D34)': `
    select a.merchant_id, a.id, a.status, c.id as consumption_id
    from authorizations a
    full join consumptions c on c.merchant_id = a.merchant_id and c.authorization_id = a.id
    where a.status is null or (a.status = 'Consumed') <> (c.id is not null)`,

  'an authorization has ended exactly when it is not Authorized (D34)': `
    select merchant_id, id, status, ended_at from authorizations
    where (status = 'Authorized') <> (ended_at is null)`,

  'a closing’s totals are what its consumptions add up to (P-28)': `
    select z.merchant_id, z.id from closings z
    left join closing_consumptions k on k.merchant_id = z.merchant_id and k.closing_id = z.id
    left join consumptions c on c.merchant_id = k.merchant_id and c.id = k.consumption_id
    group by z.merchant_id, z.id
    having z.consumed_count <> count(c.id) filter (where k.late_of is null)
      or z.purchase_amount <> coalesce(sum(c.purchase_amount) filter (where k.late_of is null), 0)
      or z.discount_amount <> coalesce(sum(c.discount_amount) filter (where k.late_of is null), 0)
      or z.late_count <> count(c.id) filter (where k.late_of is not null)
      or z.late_purchase_amount <> coalesce(sum(c.purchase_amount) filter (where k.late_of is not null), 0)
      or z.late_discount_amount <> coalesce(sum(c.discount_amount) filter (where k.late_of is not null), 0)`,

  'a closing has consumptions of its own branch alone, each registered before its day was over (P-28)': `
    select z.merchant_id, z.id, c.id as consumption_id from closings z
    join closing_consumptions k on k.merchant_id = z.merchant_id and k.closing_id = z.id
    join consumptions c on c.merchant_id = k.merchant_id and c.id = k.consumption_id
    where c.branch_id is distinct from z.branch_id
      or (c.registered_at at time zone 'America/Santo_Domingo')::date > z.day
      or (k.late_of is null and (c.registered_at at time zone 'America/Santo_Domingo')::date <> z.day)`,

  // A second of tolerance: the clock is read once to decide and once to write.
  'nothing is consumed once it has expired, unless it was admitted late (D35, D61)': `
    select a.merchant_id, a.id, a.ended_at, a.expires_at, c.late_hours
    from authorizations a left join consumptions c on c.merchant_id = a.merchant_id and c.authorization_id = a.id
    where a.status = 'Consumed' and a.ended_at >= a.expires_at + interval '1 second' and c.late_hours is null`,

  'what was admitted late was paid in time, and came within the hours of the policy (D61)': `
    select c.merchant_id, c.id, c.consumption_date, c.registered_at, a.expires_at, c.late_hours
    from consumptions c join authorizations a on a.merchant_id = c.merchant_id and a.id = c.authorization_id
    where c.late_hours is not null and (c.consumption_date >= a.expires_at or c.registered_at < a.expires_at
      or c.registered_at > a.expires_at + c.late_hours * interval '1 hour')`,

  'nothing expires before its time (D35)': `
    select merchant_id, id, ended_at, expires_at from authorizations
    where status = 'Expired' and ended_at < expires_at - interval '1 second'`,

  'the final amount is the purchase less the discount, and none is below 0 (D16)': `
    select 'authorization' as record, merchant_id, id, purchase_amount, discount_amount, final_amount from authorizations
    where final_amount <> purchase_amount - discount_amount or final_amount < 0 or discount_amount < 0
    union all
    select 'consumption', merchant_id, id, purchase_amount, discount_amount, final_amount from consumptions
    where final_amount <> purchase_amount - discount_amount or final_amount < 0 or discount_amount < 0`,

  'a consumption never grants more than was authorized (D40)': `
    select c.merchant_id, c.id, c.discount_amount, a.discount_amount as authorized
    from consumptions c join authorizations a on a.merchant_id = c.merchant_id and a.id = c.authorization_id
    where c.discount_amount > a.discount_amount`,

  'no discount is above its maximum (D43)': `
    select merchant_id, id, discount_amount, maximum_discount from authorizations
    where discount_amount > maximum_discount`,

  'a discount with a limit on uses or budget is counted as its records add up, and no other is counted (D43)': `
    with added_up as (
      select d.id as discount_id, count(a.id) as uses,
        coalesce(sum(coalesce(c.discount_amount, a.discount_amount)), 0) as amount
      from discounts d
      left join authorizations a on a.merchant_id = d.merchant_id and a.discount_id = d.id
        and a.status in ('Authorized', 'Consumed')
      left join consumptions c on c.merchant_id = a.merchant_id and c.authorization_id = a.id
      where d.uses_total is not null or d.budget is not null
      group by d.id
    )
    select coalesce(r.discount_id, u.discount_id) as discount_id, r.uses, u.uses as counted, r.amount, u.amount as counted_amount
    from added_up r full join discount_usage u on u.discount_id = r.discount_id
    where r.uses is distinct from u.uses + u.forgotten_uses or r.amount is distinct from u.amount + u.forgotten_amount`,

  'the day of an authorization is that of its moment (D43)': `
    select merchant_id, id, local_day, authorized_at from authorizations
    where local_day <> (authorized_at at time zone 'America/Santo_Domingo')::date`,

  // A limit that is set today counts from yesterday on, and what may still be notified late (D61): a day that is counted adds up.
  'uses per collaborator and day are counted as the records add up, and only where there is such a limit (D43)': `
    with added_up as (
      select a.discount_id, a.collaborator_id, a.local_day, count(*) as uses
      from authorizations a
      join discounts d on d.merchant_id = a.merchant_id and d.id = a.discount_id
      where a.status in ('Authorized', 'Consumed') and d.uses_per_collaborator_per_day is not null
      group by a.discount_id, a.collaborator_id, a.local_day
    )
    select coalesce(r.discount_id, u.discount_id) as discount_id, coalesce(r.collaborator_id, u.collaborator_id) as collaborator_id,
      coalesce(r.local_day, u.local_day) as local_day, r.uses, u.uses as counted
    from added_up r
    full join (
      select u.*, d.uses_per_collaborator_per_day from discount_daily_usage u join discounts d on d.id = u.discount_id
    ) u on u.discount_id = r.discount_id and u.collaborator_id = r.collaborator_id and u.local_day = r.local_day
    where (u.uses is not null or r.local_day >= (now() at time zone 'America/Santo_Domingo')::date - 1)
        and coalesce(r.uses, 0) <> coalesce(u.uses + u.forgotten_uses, 0)
      or (u.discount_id is not null and u.uses_per_collaborator_per_day is null)`,

  'the sums of days are what the rows up to their bound add up to (ADR-0069)': `
    with sold as (
      select c.*, (c.registered_at at time zone 'America/Santo_Domingo')::date as day from consumptions c
      where c.id <= (select up_to from sales_summed where source = 'consumptions')
    ), made as (
      select a.* from authorizations a where a.id <= (select up_to from sales_summed where source = 'authorizations')
    ), added_up as (
      select 'consumption_days' as sums, merchant_id, day, branch_id as first, discount_id as second, count(*) as sales,
        sum(purchase_amount) as purchase, sum(discount_amount) as discount, sum(final_amount) as final
      from sold group by 2, 3, 4, 5
      union all
      select 'consumption_months', merchant_id, date_trunc('month', day)::date, company_id, null, count(*), sum(purchase_amount),
        sum(discount_amount), sum(final_amount)
      from sold group by 2, 3, 4
      union all
      select 'authorization_days', merchant_id, local_day, branch_id, null, count(*), sum(purchase_amount), sum(discount_amount),
        sum(final_amount)
      from made group by 2, 3, 4
    ), held as (
      select 'consumption_days' as sums, merchant_id, day, branch_id, discount_id, sales, purchase_amount, discount_amount, final_amount
      from consumption_days
      union all
      select 'consumption_months', merchant_id, month, company_id, null, sales, purchase_amount, discount_amount, final_amount
      from consumption_months
      union all
      select 'authorization_days', merchant_id, day, branch_id, null, sales, purchase_amount, discount_amount, final_amount
      from authorization_days
    )
    (select 'missing' as what, * from (table added_up except all table held) m)
    union all
    (select 'too much', * from (table held except all table added_up) t)`,

  'the sums by company and day are what the rows up to their bound add up to (ADR-0082)': `
    with added_up as (
      select merchant_id, (registered_at at time zone 'America/Santo_Domingo')::date as day, company_id, discount_id, count(*) as sales,
        sum(purchase_amount), sum(discount_amount), sum(final_amount)
      from consumptions where id <= (select by_company_up_to from sales_summed where source = 'consumptions') group by 1, 2, 3, 4
    ), held as (
      select merchant_id, day, company_id, discount_id, sales, purchase_amount, discount_amount, final_amount from consumption_company_days
    )
    (select 'missing' as what, * from (table added_up except all table held) m)
    union all
    (select 'too much', * from (table held except all table added_up) t)`,

  'the active people of a company are counted (ADR-0082)': `
    with added_up as (
      select company_id, count(*) as people from collaborators where active and erased_at is null group by company_id
    )
    select c.id as company_id, coalesce(a.people, 0) as people, counted.people as counted
    from companies c left join added_up a on a.company_id = c.id left join company_people counted on counted.company_id = c.id
    where coalesce(a.people, 0) is distinct from counted.people`,

  'an idempotency key names exactly one record, of its merchant (D44)': `
    select k.merchant_id, k.key, k.authorization_id, k.consumption_id
    from idempotency_keys k
    left join authorizations a on a.merchant_id = k.merchant_id and a.id = k.authorization_id
    left join consumptions c on c.merchant_id = k.merchant_id and c.id = k.consumption_id
    where num_nonnulls(a.id, c.id) <> 1`,

  'a record has exactly one idempotency key (D44)': `
    select 'authorization' as record, a.merchant_id, a.id, count(k.key)
    from authorizations a
    left join idempotency_keys k on k.merchant_id = a.merchant_id and k.authorization_id = a.id
    group by a.merchant_id, a.id having count(k.key) <> 1
    union all
    select 'consumption', c.merchant_id, c.id, count(k.key)
    from consumptions c
    left join idempotency_keys k on k.merchant_id = c.merchant_id and k.consumption_id = c.id
    group by c.merchant_id, c.id having count(k.key) <> 1`,

  'an authorization belongs to the merchant and the company of all that it names': `
    select a.merchant_id, a.id
    from authorizations a
    left join discounts d on d.id = a.discount_id
    left join branches b on b.id = a.branch_id
    left join api_keys k on k.id = a.api_key_id
    left join oauth_clients o on o.id = a.oauth_client_id
    left join member_authorizations m on m.merchant_id = a.merchant_id and m.authorization_id = a.id
    left join collaborators p on p.id = a.collaborator_id
    where d.merchant_id is distinct from a.merchant_id
      or (a.branch_id is not null and b.merchant_id is distinct from a.merchant_id)
      or coalesce(k.merchant_id, o.merchant_id, m.merchant_id) is distinct from a.merchant_id
      or p.company_id is distinct from a.company_id`,

  'a consumption says of merchant, reference, discount, person and branch what its authorization says': `
    select c.merchant_id, c.id, c.authorization_id
    from consumptions c
    left join authorizations a on a.id = c.authorization_id
    left join api_keys k on k.id = c.api_key_id
    left join oauth_clients o on o.id = c.oauth_client_id
    left join member_consumptions m on m.merchant_id = c.merchant_id and m.consumption_id = c.id
    where (a.merchant_id, a.reference, a.discount_id, a.company_id, a.collaborator_id, a.branch_id)
        is distinct from (c.merchant_id, c.reference, c.discount_id, c.company_id, c.collaborator_id, c.branch_id)
      or coalesce(k.merchant_id, o.merchant_id, m.merchant_id) is distinct from c.merchant_id`,

  'an access token is of a client of its merchant (ADR-0097)': `
    select t.merchant_id, t.oauth_client_id, o.merchant_id as merchant_of_client
    from access_tokens t left join oauth_clients o on o.id = t.oauth_client_id
    where o.merchant_id is distinct from t.merchant_id`,

  'a person stands under a key that is live (ADR-0060)': `
    select c.id, c.key_generation from collaborators c left join installation i on i.id = 1
    where c.key_generation not between coalesce(i.key_generation, 1) - coalesce((i.old_data_key_digest is not null)::int, 0)
      and coalesce(i.key_generation, 1)`,

  'a record has one maker: a key, a client or a member (D68)': `
    select 'authorization' as record, a.merchant_id, a.id from authorizations a
    left join member_authorizations m on m.merchant_id = a.merchant_id and m.authorization_id = a.id
    where num_nonnulls(a.api_key_id, a.oauth_client_id, m.user_id) <> 1
    union all
    select 'consumption', c.merchant_id, c.id from consumptions c
    left join member_consumptions m on m.merchant_id = c.merchant_id and m.consumption_id = c.id
    where num_nonnulls(c.api_key_id, c.oauth_client_id, m.user_id) <> 1`,
}

/** Invariants of a database in which no limit was ever lowered below what was already used. */
const limits: Readonly<Record<string, string>> = {
  'no limit is exceeded (D43)': `
    select d.id, u.uses, d.uses_total, u.amount, d.budget from discount_usage u join discounts d on d.id = u.discount_id
    where u.uses > d.uses_total or u.amount > d.budget`,

  'no limit per collaborator and day is exceeded (D43)': `
    select d.id, u.collaborator_id, u.local_day, u.uses, d.uses_per_collaborator_per_day
    from discount_daily_usage u join discounts d on d.id = u.discount_id
    where u.uses > d.uses_per_collaborator_per_day`,
}

/**
 * The invariants that a database breaks, each with the first rows that break it; empty for a sound database. `limitsWereLowered`
 * leaves out those that no longer hold once a limit was set below what was already used.
 */
export async function brokenInvariants(
  sql: Sql,
  { limitsWereLowered = false } = {},
): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const [name, query] of Object.entries(limitsWereLowered ? invariants : { ...invariants, ...limits })) {
    const rows = await sql.unsafe(query)
    if (rows.length > 0) found[name] = rows.slice(0, 5)
  }
  return found
}
