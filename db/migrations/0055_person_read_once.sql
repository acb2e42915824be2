-- ADR-0083. A function of the person who was found, which PostgreSQL takes into the statement that calls it: the view looked for that person
-- once more, by number. What is left of a discount's limits is read by a function of its own, so that a discount without any does not begin that
-- part of the plan. `OFFSET 0` behind NOT EXISTS keeps the planner from reading the grants of everybody and looking among them. Columns and their
-- meaning are as they were: a limited discount without its row of uses is no offer.
CREATE FUNCTION room_of_discount(
  merchant integer, discount integer, person bigint, uses_total integer, uses_per_day integer, budget numeric,
  OUT budget_left numeric, OUT has_room boolean
) LANGUAGE plpgsql STABLE AS $$
BEGIN
  SELECT
    budget - usage.amount + coalesce(overdue.amount, 0),
    (uses_total IS NULL OR usage.uses - overdue.uses < uses_total)
      AND (uses_per_day IS NULL OR coalesce(daily.uses, 0) - overdue.daily_uses < uses_per_day)
      AND (budget IS NULL OR budget - usage.amount + coalesce(overdue.amount, 0) > 0)
  INTO budget_left, has_room
  FROM (
    SELECT
      count(*) AS uses,
      sum(o.discount_amount) AS amount,
      count(*) FILTER (WHERE o.collaborator_id = person
        AND o.local_day = (now() AT TIME ZONE 'America/Santo_Domingo')::date) AS daily_uses
    FROM authorizations o
    WHERE o.merchant_id = merchant AND o.discount_id = discount AND o.status = 'Authorized' AND o.expires_at <= now()
  ) overdue
  LEFT JOIN discount_usage usage ON usage.discount_id = discount AND usage.merchant_id = merchant
  LEFT JOIN discount_daily_usage daily ON daily.discount_id = discount AND daily.collaborator_id = person
    AND daily.local_day = (now() AT TIME ZONE 'America/Santo_Domingo')::date AND daily.merchant_id = merchant;
END $$;
--> statement-breakpoint
CREATE FUNCTION offers_of_person(person bigint, company integer, person_type integer) RETURNS TABLE (
  merchant_id integer, company_name text, discount_id integer, name text, description text, discount_type text, discount_value numeric,
  scope text, article_category_id integer, article_id integer, valid_from timestamptz, valid_to timestamptz, minimum_purchase numeric,
  maximum_discount numeric, budget_left numeric, limited boolean
) LANGUAGE sql STABLE AS $$
SELECT
  g.merchant_id,
  co.name,
  d.id,
  d.name,
  d.description,
  d.discount_type,
  d.discount_value,
  d.scope,
  d.article_category_id,
  d.article_id,
  d.valid_from,
  d.valid_to,
  d.minimum_purchase,
  d.maximum_discount,
  counted.budget_left,
  d.uses_total IS NOT NULL OR d.budget IS NOT NULL OR d.uses_per_collaborator_per_day IS NOT NULL
FROM companies co
JOIN grants g ON g.company_id = co.id
  AND (g.collaborator_type_id IS NULL
    OR g.collaborator_type_id = person_type AND NOT EXISTS (
      SELECT FROM grants team
      WHERE team.company_id = g.company_id AND team.merchant_id = g.merchant_id
        AND team.discount_id + 0 = g.discount_id AND team.collaborator_type_id IS NULL
      OFFSET 0))
JOIN discounts d ON d.merchant_id = g.merchant_id AND d.id = g.discount_id + 0
  AND d.status = 'published' AND d.valid_from <= now() AND now() < d.valid_to
LEFT JOIN LATERAL (
  SELECT room.budget_left, room.has_room
  FROM room_of_discount(d.merchant_id, d.id, person, d.uses_total, d.uses_per_collaborator_per_day, d.budget) room
  WHERE d.uses_total IS NOT NULL OR d.budget IS NOT NULL OR d.uses_per_collaborator_per_day IS NOT NULL
  OFFSET 0
) counted ON true
WHERE co.id = company + 0
  AND (d.uses_total IS NULL AND d.budget IS NULL AND d.uses_per_collaborator_per_day IS NULL OR counted.has_room)
$$;
--> statement-breakpoint
CREATE OR REPLACE VIEW offers AS
SELECT
  o.merchant_id,
  c.identification_type_id,
  c.identification_hmac,
  c.id AS collaborator_id,
  c.company_id,
  c.first_name,
  c.last_name,
  o.company_name,
  o.discount_id,
  o.name,
  o.description,
  o.discount_type,
  o.discount_value::numeric(12, 2) AS discount_value,
  o.scope,
  o.article_category_id,
  o.article_id,
  o.valid_from,
  o.valid_to,
  o.minimum_purchase::numeric(12, 2) AS minimum_purchase,
  o.maximum_discount::numeric(12, 2) AS maximum_discount,
  o.budget_left,
  o.limited
FROM collaborators c
CROSS JOIN LATERAL offers_of_person(c.id, c.company_id, c.collaborator_type_id) o
WHERE c.active;
