-- ADR-0077. What counts uses and amounts is read where a discount has a limit, in one step. The columns and their meaning are as they were: a limited
-- discount without its row of uses is no offer. Sums with zero leave grants and companies only the way by the person.
CREATE OR REPLACE VIEW offers AS
SELECT
  g.merchant_id,
  c.identification_type_id,
  c.identification_hmac,
  c.id AS collaborator_id,
  c.company_id,
  c.first_name,
  c.last_name,
  co.name AS company_name,
  d.id AS discount_id,
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
  d.uses_total IS NOT NULL OR d.budget IS NOT NULL OR d.uses_per_collaborator_per_day IS NOT NULL AS limited
FROM collaborators c
JOIN companies co ON co.id = c.company_id + 0
JOIN grants g ON g.company_id = c.company_id + 0
  AND (g.collaborator_type_id IS NULL
    OR g.collaborator_type_id = c.collaborator_type_id AND NOT EXISTS (
      SELECT FROM grants team
      WHERE team.company_id = g.company_id AND team.merchant_id = g.merchant_id
        AND team.discount_id + 0 = g.discount_id AND team.collaborator_type_id IS NULL))
JOIN discounts d ON d.merchant_id = g.merchant_id AND d.id = g.discount_id + 0
  AND d.status = 'published' AND d.valid_from <= now() AND now() < d.valid_to
LEFT JOIN LATERAL (
  SELECT
    d.budget - usage.amount + coalesce(overdue.amount, 0) AS budget_left,
    (d.uses_total IS NULL OR usage.uses - overdue.uses < d.uses_total)
      AND (d.uses_per_collaborator_per_day IS NULL
        OR coalesce(daily.uses, 0) - overdue.daily_uses < d.uses_per_collaborator_per_day)
      AND (d.budget IS NULL OR d.budget - usage.amount + coalesce(overdue.amount, 0) > 0) AS has_room
  FROM (
    SELECT
      count(*) AS uses,
      sum(o.discount_amount) AS amount,
      count(*) FILTER (WHERE o.collaborator_id = c.id
        AND o.local_day = (now() AT TIME ZONE 'America/Santo_Domingo')::date) AS daily_uses
    FROM authorizations o
    WHERE o.merchant_id = d.merchant_id AND o.discount_id = d.id AND o.status = 'Authorized' AND o.expires_at <= now()
  ) overdue
  LEFT JOIN discount_usage usage ON usage.discount_id = d.id AND usage.merchant_id = d.merchant_id
  LEFT JOIN discount_daily_usage daily ON daily.discount_id = d.id AND daily.collaborator_id = c.id
    AND daily.local_day = (now() AT TIME ZONE 'America/Santo_Domingo')::date AND daily.merchant_id = d.merchant_id
  WHERE d.uses_total IS NOT NULL OR d.budget IS NOT NULL OR d.uses_per_collaborator_per_day IS NOT NULL
  OFFSET 0
) counted ON true
WHERE c.active
  AND (d.uses_total IS NULL AND d.budget IS NULL AND d.uses_per_collaborator_per_day IS NULL OR counted.has_room);
