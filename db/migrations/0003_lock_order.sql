-- D12, D43. Whatever counts uses locks in one order: the discount's counter, then the collaborator's. It was the other way round,
-- and a sweep that gave back the uses of many collaborators could deadlock with an apply of any of them.

CREATE OR REPLACE FUNCTION take_discount_use() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  limits record;
BEGIN
  SELECT uses_per_collaborator_per_day, uses_total, budget INTO limits
    FROM discounts WHERE id = NEW.discount_id FOR KEY SHARE;
  IF limits.uses_total IS NOT NULL OR limits.budget IS NOT NULL THEN
    UPDATE discount_usage SET uses = uses + 1, amount = amount + NEW.discount_amount
      WHERE discount_id = NEW.discount_id
        AND (limits.uses_total IS NULL OR uses < limits.uses_total)
        AND (limits.budget IS NULL OR amount + NEW.discount_amount <= limits.budget);
    IF NOT FOUND THEN
      RAISE check_violation USING MESSAGE = 'uses or budget are exhausted', CONSTRAINT = 'discount_limits';
    END IF;
  END IF;
  IF limits.uses_per_collaborator_per_day IS NOT NULL THEN
    INSERT INTO discount_daily_usage AS usage (discount_id, collaborator_id, local_day, uses)
      VALUES (NEW.discount_id, NEW.collaborator_id, NEW.local_day, 1)
      ON CONFLICT (discount_id, collaborator_id, local_day) DO UPDATE SET uses = usage.uses + 1
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
  PERFORM FROM discounts WHERE id = OLD.discount_id FOR KEY SHARE;
  UPDATE discount_usage SET uses = uses - 1, amount = amount - OLD.discount_amount
    WHERE discount_id = OLD.discount_id;
  UPDATE discount_daily_usage SET uses = uses - 1
    WHERE discount_id = OLD.discount_id AND collaborator_id = OLD.collaborator_id AND local_day = OLD.local_day;
  RETURN NULL;
END $$;
