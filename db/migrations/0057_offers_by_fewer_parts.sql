-- ADR-0087. PostgreSQL begins every part of a statement's plan at each run: for a lone call that is more work than to read its rows. What is asked of
-- few grants and discounts alone has plans of its own behind a function, which is called where it is needed. The version before calls
-- `offers_of_person` too, whose columns and rows are as they were; `room_of_discount` is dropped by a version to come.
CREATE TYPE discount_room AS (budget_left numeric, has_room boolean);
--> statement-breakpoint
-- What is left of a discount's limits for a person; nothing of both where its row of uses is missing, so that it is no offer.
CREATE FUNCTION discount_room_for(
  merchant integer, discount integer, person bigint, uses_total integer, uses_per_day integer, budget numeric
) RETURNS discount_room LANGUAGE plpgsql STABLE AS $$
DECLARE
  room discount_room;
BEGIN
  SELECT
    budget - usage.amount + coalesce(overdue.amount, 0),
    (uses_total IS NULL OR usage.uses - overdue.uses < uses_total)
      AND (uses_per_day IS NULL OR coalesce(daily.uses, 0) - overdue.daily_uses < uses_per_day)
      AND (budget IS NULL OR budget - usage.amount + coalesce(overdue.amount, 0) > 0)
  INTO room
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
  RETURN room;
END $$;
--> statement-breakpoint
-- Whether a company grants a discount to its whole team, so that a grant to a type is no second offer of it.
CREATE FUNCTION is_granted_to_team(company integer, merchant integer, discount integer) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM grants g
    WHERE g.company_id = company AND g.merchant_id = merchant AND g.discount_id + 0 = discount AND g.collaborator_type_id IS NULL);
END $$;
--> statement-breakpoint
-- CASE keeps the planner from asking the function of every grant to a type, and `OFFSET 0` from asking for the room twice.
CREATE OR REPLACE FUNCTION offers_of_person(person bigint, company integer, person_type integer) RETURNS TABLE (
  merchant_id integer, company_name text, discount_id integer, name text, description text, discount_type text, discount_value numeric,
  scope text, article_category_id integer, article_id integer, valid_from timestamptz, valid_to timestamptz, minimum_purchase numeric,
  maximum_discount numeric, budget_left numeric, limited boolean
) LANGUAGE sql STABLE AS $$
SELECT
  g.merchant_id,
  (SELECT co.name FROM companies co WHERE co.id = g.company_id),
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
  (d.room).budget_left,
  d.limited
FROM grants g
CROSS JOIN LATERAL (
  SELECT
    o.id, o.name, o.description, o.discount_type, o.discount_value, o.scope, o.article_category_id, o.article_id, o.valid_from, o.valid_to,
    o.minimum_purchase, o.maximum_discount,
    o.uses_total IS NOT NULL OR o.budget IS NOT NULL OR o.uses_per_collaborator_per_day IS NOT NULL AS limited,
    CASE WHEN o.uses_total IS NOT NULL OR o.budget IS NOT NULL OR o.uses_per_collaborator_per_day IS NOT NULL
      THEN discount_room_for(o.merchant_id, o.id, person, o.uses_total, o.uses_per_collaborator_per_day, o.budget) END AS room
  FROM discounts o
  WHERE o.merchant_id = g.merchant_id AND o.id = g.discount_id + 0
    AND o.status = 'published' AND o.valid_from <= now() AND now() < o.valid_to
  OFFSET 0
) d
WHERE g.company_id = company + 0
  AND CASE
    WHEN g.collaborator_type_id IS NULL THEN true
    WHEN g.collaborator_type_id = person_type THEN NOT is_granted_to_team(g.company_id, g.merchant_id, g.discount_id)
  END
  AND (NOT d.limited OR (d.room).has_room)
$$;
--> statement-breakpoint
-- What the operator set for a merchant, as far as it holds at this moment: what was set until a moment gives way by itself (ADR-0058).
CREATE TYPE merchant_limits AS (calls_per_minute integer, calls_burst integer, misses_per_minute integer, authorization_ttl_seconds integer);
--> statement-breakpoint
CREATE FUNCTION limits_in_force(merchant integer) RETURNS merchant_limits LANGUAGE plpgsql STABLE AS $$
DECLARE
  limits merchant_limits;
BEGIN
  SELECT
    CASE WHEN m.calls_until > now() THEN m.temporary_calls_per_minute ELSE m.calls_per_minute END,
    CASE WHEN m.calls_until > now() THEN m.temporary_calls_burst ELSE m.calls_burst END,
    CASE WHEN m.misses_until > now() THEN m.temporary_misses_per_minute ELSE m.misses_per_minute END,
    CASE WHEN m.authorization_ttl_until > now() THEN m.temporary_authorization_ttl_seconds ELSE m.authorization_ttl_seconds END
  INTO STRICT limits FROM merchants m WHERE m.id = merchant;
  RETURN limits;
END $$;
