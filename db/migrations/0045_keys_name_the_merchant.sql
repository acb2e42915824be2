-- ADR-0067. The key of every row that grows names its merchant, so that rows of different merchants can be kept on different machines. Each
-- key is replaced by the same columns and the merchant, which they determine: it allows and refuses what it did, and costs no index more.
--
-- Whoever writes authorizations waits until this is over: take_discount_use names the columns of a key, and a call of it that began with
-- the former ones would find no such key.
LOCK TABLE authorizations, discounts IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
ALTER TABLE "discount_usage" ADD COLUMN "merchant_id" integer;--> statement-breakpoint
ALTER TABLE "discount_daily_usage" ADD COLUMN "merchant_id" integer;--> statement-breakpoint
UPDATE discount_usage u SET merchant_id = d.merchant_id FROM discounts d WHERE d.id = u.discount_id;--> statement-breakpoint
UPDATE discount_daily_usage u SET merchant_id = d.merchant_id FROM discounts d WHERE d.id = u.discount_id;--> statement-breakpoint
ALTER TABLE "discount_usage" ALTER COLUMN "merchant_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "discount_daily_usage" ALTER COLUMN "merchant_id" SET NOT NULL;--> statement-breakpoint
-- A counter that comes without its merchant, as the version before writes it, gets that of its discount.
CREATE FUNCTION name_counters_merchant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT merchant_id INTO NEW.merchant_id FROM discounts WHERE id = NEW.discount_id;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER discount_usage_merchant BEFORE INSERT ON discount_usage
  FOR EACH ROW WHEN (NEW.merchant_id IS NULL) EXECUTE FUNCTION name_counters_merchant();
--> statement-breakpoint
CREATE TRIGGER discount_daily_usage_merchant BEFORE INSERT ON discount_daily_usage
  FOR EACH ROW WHEN (NEW.merchant_id IS NULL) EXECUTE FUNCTION name_counters_merchant();
--> statement-breakpoint
ALTER TABLE "discount_usage" DROP CONSTRAINT "discount_usage_pkey";--> statement-breakpoint
ALTER TABLE "discount_usage" ADD CONSTRAINT "discount_usage_pkey" PRIMARY KEY("discount_id","merchant_id");--> statement-breakpoint
ALTER TABLE "discount_daily_usage" DROP CONSTRAINT "discount_daily_usage_discount_id_collaborator_id_local_day_pk";--> statement-breakpoint
ALTER TABLE "discount_daily_usage" ADD CONSTRAINT "discount_daily_usage_pkey" PRIMARY KEY("discount_id","collaborator_id","local_day","merchant_id");--> statement-breakpoint
ALTER TABLE "discount_usage" DROP CONSTRAINT "discount_usage_discount_id_discounts_id_fk";--> statement-breakpoint
ALTER TABLE "discount_usage" ADD CONSTRAINT "discount_usage_discount" FOREIGN KEY ("merchant_id","discount_id") REFERENCES "public"."discounts"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_daily_usage" DROP CONSTRAINT "discount_daily_usage_discount_id_discounts_id_fk";--> statement-breakpoint
ALTER TABLE "discount_daily_usage" ADD CONSTRAINT "discount_daily_usage_discount" FOREIGN KEY ("merchant_id","discount_id") REFERENCES "public"."discounts"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_tokens" DROP CONSTRAINT "access_tokens_pkey";--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_pkey" PRIMARY KEY("token_hash","merchant_id");--> statement-breakpoint
-- Under its former name, which the version before names.
ALTER TABLE "credential_calls" DROP CONSTRAINT "credential_calls_of_hour";--> statement-breakpoint
ALTER TABLE "credential_calls" ADD CONSTRAINT "credential_calls_of_hour" UNIQUE NULLS NOT DISTINCT("api_key_id","oauth_client_id","hour","outcome","merchant_id");--> statement-breakpoint
ALTER TABLE "credential_refusals" DROP CONSTRAINT "credential_refusals_pkey";--> statement-breakpoint
ALTER TABLE "credential_refusals" ADD CONSTRAINT "credential_refusals_pkey" PRIMARY KEY("id","merchant_id");--> statement-breakpoint
-- Ids of 32 bits of rows that come with each visit of a person and each mail.
ALTER TABLE "collaborator_links" ALTER COLUMN "id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "collaborator_sessions" ALTER COLUMN "id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "known_devices" ALTER COLUMN "id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "id" SET DATA TYPE bigint;--> statement-breakpoint
-- D43. What counts, as it was (migrations 0001, 0003 and 0030), by the keys with the merchant.
CREATE OR REPLACE FUNCTION take_discount_use() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  limits record;
BEGIN
  SELECT uses_per_collaborator_per_day, uses_total, budget INTO limits
    FROM discounts WHERE merchant_id = NEW.merchant_id AND id = NEW.discount_id FOR KEY SHARE;
  IF limits.uses_total IS NOT NULL OR limits.budget IS NOT NULL THEN
    UPDATE discount_usage SET uses = uses + 1, amount = amount + NEW.discount_amount
      WHERE merchant_id = NEW.merchant_id AND discount_id = NEW.discount_id
        AND (limits.uses_total IS NULL OR uses < limits.uses_total)
        AND (limits.budget IS NULL OR amount + NEW.discount_amount <= limits.budget);
    IF NOT FOUND THEN
      RAISE check_violation USING MESSAGE = 'uses or budget are exhausted', CONSTRAINT = 'discount_limits';
    END IF;
  END IF;
  IF limits.uses_per_collaborator_per_day IS NOT NULL THEN
    INSERT INTO discount_daily_usage AS usage (discount_id, collaborator_id, local_day, merchant_id, uses)
      VALUES (NEW.discount_id, NEW.collaborator_id, NEW.local_day, NEW.merchant_id, 1)
      ON CONFLICT (discount_id, collaborator_id, local_day, merchant_id) DO UPDATE SET uses = usage.uses + 1
        WHERE usage.uses < limits.uses_per_collaborator_per_day;
    IF NOT FOUND THEN
      RAISE check_violation USING MESSAGE = 'uses per collaborator and day are exhausted', CONSTRAINT = 'discount_limits';
    END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION give_back_discount_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM discounts WHERE merchant_id = OLD.merchant_id AND id = OLD.discount_id FOR KEY SHARE;
  UPDATE discount_usage SET uses = uses - 1, amount = amount - OLD.discount_amount
    WHERE merchant_id = OLD.merchant_id AND discount_id = OLD.discount_id;
  UPDATE discount_daily_usage SET uses = uses - 1
    WHERE merchant_id = OLD.merchant_id AND discount_id = OLD.discount_id AND collaborator_id = OLD.collaborator_id
      AND local_day = OLD.local_day;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION settle_discount_amount() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  authorized numeric;
  discount integer;
BEGIN
  SELECT discount_amount, discount_id INTO authorized, discount
    FROM authorizations WHERE merchant_id = NEW.merchant_id AND id = NEW.authorization_id;
  IF NEW.discount_amount > authorized THEN
    RAISE check_violation USING MESSAGE = 'a consumption never grants more than was authorized', CONSTRAINT = 'consumptions_within_authorized';
  END IF;
  IF NEW.discount_amount < authorized THEN
    PERFORM FROM discounts WHERE merchant_id = NEW.merchant_id AND id = discount FOR KEY SHARE;
    UPDATE discount_usage SET amount = amount - (authorized - NEW.discount_amount)
      WHERE merchant_id = NEW.merchant_id AND discount_id = discount;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_discount_usage() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  today date := (now() AT TIME ZONE 'America/Santo_Domingo')::date;
BEGIN
  PERFORM FROM discounts WHERE merchant_id = NEW.merchant_id AND id = NEW.id FOR UPDATE;
  IF NEW.uses_total IS NULL AND NEW.budget IS NULL THEN
    DELETE FROM discount_usage WHERE merchant_id = NEW.merchant_id AND discount_id = NEW.id;
  ELSIF NOT EXISTS (SELECT FROM discount_usage WHERE merchant_id = NEW.merchant_id AND discount_id = NEW.id) THEN
    INSERT INTO discount_usage (discount_id, merchant_id, uses, amount)
      SELECT NEW.id, NEW.merchant_id, count(*), coalesce(sum(coalesce(c.discount_amount, a.discount_amount)), 0)
        FROM authorizations a
        LEFT JOIN consumptions c ON c.merchant_id = a.merchant_id AND c.authorization_id = a.id
        WHERE a.merchant_id = NEW.merchant_id AND a.discount_id = NEW.id AND a.status IN ('Authorized', 'Consumed');
  END IF;
  IF NEW.uses_per_collaborator_per_day IS NULL THEN
    DELETE FROM discount_daily_usage WHERE merchant_id = NEW.merchant_id AND discount_id = NEW.id;
  ELSIF TG_OP = 'INSERT' OR OLD.uses_per_collaborator_per_day IS NULL THEN
    INSERT INTO discount_daily_usage (discount_id, collaborator_id, local_day, merchant_id, uses)
      SELECT a.discount_id, a.collaborator_id, a.local_day, a.merchant_id, count(*)
        FROM authorizations a
        WHERE a.merchant_id = NEW.merchant_id AND a.discount_id = NEW.id AND a.status IN ('Authorized', 'Consumed')
          AND a.local_day >= today - 5
        GROUP BY a.discount_id, a.collaborator_id, a.local_day, a.merchant_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The counters are found by their whole keys; the rest is as it was (migration 0006).
CREATE OR REPLACE VIEW offers AS
SELECT
  d.merchant_id,
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
  d.budget - usage.amount + coalesce(overdue.amount, 0) AS budget_left,
  d.uses_total IS NOT NULL OR d.budget IS NOT NULL OR d.uses_per_collaborator_per_day IS NOT NULL AS limited
FROM collaborators c
JOIN companies co ON co.id = c.company_id
JOIN affiliations a ON a.company_id = c.company_id
JOIN grants g ON g.company_id = a.company_id AND g.merchant_id = a.merchant_id
  AND (g.collaborator_type_id IS NULL
    OR g.collaborator_type_id = c.collaborator_type_id AND NOT EXISTS (
      SELECT FROM grants team
      WHERE team.company_id = g.company_id AND team.merchant_id = g.merchant_id
        AND team.discount_id = g.discount_id AND team.collaborator_type_id IS NULL))
JOIN discounts d ON d.merchant_id = g.merchant_id AND d.id = g.discount_id
  AND d.status = 'published' AND d.valid_from <= now() AND now() < d.valid_to
LEFT JOIN discount_usage usage ON usage.discount_id = d.id AND usage.merchant_id = d.merchant_id
LEFT JOIN discount_daily_usage daily ON daily.discount_id = d.id AND daily.collaborator_id = c.id
  AND daily.local_day = (now() AT TIME ZONE 'America/Santo_Domingo')::date AND daily.merchant_id = d.merchant_id
LEFT JOIN LATERAL (
  SELECT
    count(*) AS uses,
    sum(o.discount_amount) AS amount,
    count(*) FILTER (WHERE o.collaborator_id = c.id
      AND o.local_day = (now() AT TIME ZONE 'America/Santo_Domingo')::date) AS daily_uses
  FROM authorizations o
  WHERE o.merchant_id = d.merchant_id AND o.discount_id = d.id AND o.status = 'Authorized' AND o.expires_at <= now()
    AND (d.uses_total IS NOT NULL OR d.budget IS NOT NULL OR d.uses_per_collaborator_per_day IS NOT NULL)
) overdue ON true
WHERE c.active
  AND (d.uses_total IS NULL OR usage.uses - overdue.uses < d.uses_total)
  AND (d.uses_per_collaborator_per_day IS NULL
    OR coalesce(daily.uses, 0) - overdue.daily_uses < d.uses_per_collaborator_per_day)
  AND (d.budget IS NULL OR d.budget - usage.amount + coalesce(overdue.amount, 0) > 0);
