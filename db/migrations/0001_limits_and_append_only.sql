-- D43. The counters of a limited discount follow its authorizations row for row, whoever writes them: the tills' statements,
-- the sweeper, an operator's hand. A row of discount_usage exists exactly while the discount has a limit on uses or budget, and
-- says what its active and consumed authorizations add up to. A use above a limit raises check_violation, which undoes the
-- whole statement: a lost race or a replay can never leak a use.
--
-- Each function first locks the discount FOR KEY SHARE (as the foreign key does) and so waits for, and is waited for by,
-- count_discount_usage, which takes it FOR UPDATE when a limit appears on a discount that already has authorizations.

CREATE FUNCTION take_discount_use() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  limits record;
BEGIN
  SELECT uses_per_collaborator_per_day, uses_total, budget INTO limits
    FROM discounts WHERE id = NEW.discount_id FOR KEY SHARE;
  IF limits.uses_per_collaborator_per_day IS NOT NULL THEN
    INSERT INTO discount_daily_usage AS usage (discount_id, collaborator_id, local_day, uses)
      VALUES (NEW.discount_id, NEW.collaborator_id, NEW.local_day, 1)
      ON CONFLICT (discount_id, collaborator_id, local_day) DO UPDATE SET uses = usage.uses + 1
        WHERE usage.uses < limits.uses_per_collaborator_per_day;
    IF NOT FOUND THEN
      RAISE check_violation USING MESSAGE = 'uses per collaborator and day are exhausted', CONSTRAINT = 'discount_limits';
    END IF;
  END IF;
  IF limits.uses_total IS NOT NULL OR limits.budget IS NOT NULL THEN
    UPDATE discount_usage SET uses = uses + 1, amount = amount + NEW.discount_amount
      WHERE discount_id = NEW.discount_id
        AND (limits.uses_total IS NULL OR uses < limits.uses_total)
        AND (limits.budget IS NULL OR amount + NEW.discount_amount <= limits.budget);
    IF NOT FOUND THEN
      RAISE check_violation USING MESSAGE = 'uses or budget are exhausted', CONSTRAINT = 'discount_limits';
    END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION give_back_discount_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM discounts WHERE id = OLD.discount_id FOR KEY SHARE;
  UPDATE discount_daily_usage SET uses = uses - 1
    WHERE discount_id = OLD.discount_id AND collaborator_id = OLD.collaborator_id AND local_day = OLD.local_day;
  UPDATE discount_usage SET uses = uses - 1, amount = amount - OLD.discount_amount
    WHERE discount_id = OLD.discount_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION settle_discount_amount() RETURNS trigger LANGUAGE plpgsql AS $$
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
    PERFORM FROM discounts WHERE id = discount FOR KEY SHARE;
    UPDATE discount_usage SET amount = amount - (authorized - NEW.discount_amount) WHERE discount_id = discount;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Starts, or drops, the counters of a discount whose limits were set or removed, from the rows themselves.
CREATE FUNCTION count_discount_usage() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  today date := (now() AT TIME ZONE 'America/Santo_Domingo')::date;
BEGIN
  PERFORM FROM discounts WHERE id = NEW.id FOR UPDATE;
  IF NEW.uses_total IS NULL AND NEW.budget IS NULL THEN
    DELETE FROM discount_usage WHERE discount_id = NEW.id;
  ELSIF NOT EXISTS (SELECT FROM discount_usage WHERE discount_id = NEW.id) THEN
    INSERT INTO discount_usage (discount_id, uses, amount)
      SELECT NEW.id, count(*), coalesce(sum(coalesce(c.discount_amount, a.discount_amount)), 0)
        FROM authorizations a
        LEFT JOIN consumptions c ON c.merchant_id = a.merchant_id AND c.authorization_id = a.id
        WHERE a.merchant_id = NEW.merchant_id AND a.discount_id = NEW.id AND a.status IN ('Authorized', 'Consumed');
  END IF;
  IF NEW.uses_per_collaborator_per_day IS NULL THEN
    DELETE FROM discount_daily_usage WHERE discount_id = NEW.id;
  ELSIF TG_OP = 'INSERT' OR OLD.uses_per_collaborator_per_day IS NULL THEN
    INSERT INTO discount_daily_usage (discount_id, collaborator_id, local_day, uses)
      SELECT a.discount_id, a.collaborator_id, a.local_day, count(*)
        FROM authorizations a
        WHERE a.merchant_id = NEW.merchant_id AND a.discount_id = NEW.id AND a.status IN ('Authorized', 'Consumed')
          AND a.local_day >= today - 1
        GROUP BY a.discount_id, a.collaborator_id, a.local_day;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER take_discount_use AFTER INSERT ON authorizations
  FOR EACH ROW EXECUTE FUNCTION take_discount_use();
--> statement-breakpoint
CREATE TRIGGER give_back_discount_use AFTER UPDATE OF status ON authorizations
  FOR EACH ROW WHEN (OLD.status = 'Authorized' AND NEW.status IN ('Expired', 'Released'))
  EXECUTE FUNCTION give_back_discount_use();
--> statement-breakpoint
CREATE TRIGGER settle_discount_amount AFTER INSERT ON consumptions
  FOR EACH ROW EXECUTE FUNCTION settle_discount_amount();
--> statement-breakpoint
CREATE TRIGGER count_discount_usage_of_new AFTER INSERT ON discounts
  FOR EACH ROW WHEN (NEW.uses_total IS NOT NULL OR NEW.budget IS NOT NULL)
  EXECUTE FUNCTION count_discount_usage();
--> statement-breakpoint
CREATE TRIGGER count_discount_usage_of_changed AFTER UPDATE ON discounts
  FOR EACH ROW WHEN ((OLD.uses_total IS NULL AND OLD.budget IS NULL) <> (NEW.uses_total IS NULL AND NEW.budget IS NULL)
    OR (OLD.uses_per_collaborator_per_day IS NULL) <> (NEW.uses_per_collaborator_per_day IS NULL))
  EXECUTE FUNCTION count_discount_usage();
--> statement-breakpoint
-- The audit trail is append-only.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE insufficient_privilege USING MESSAGE = format('%s is append-only', TG_TABLE_NAME);
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
