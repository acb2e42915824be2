ALTER TABLE "merchants" ADD COLUMN "late_notification_hours" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "consumptions" ADD COLUMN "late_hours" integer;--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_late_notification" CHECK ("merchants"."late_notification_hours" between 0 and 72);--> statement-breakpoint
ALTER TABLE "consumptions" ADD CONSTRAINT "consumptions_late" CHECK ("consumptions"."late_hours" between 1 and 72);--> statement-breakpoint
-- D61. An authorization that expired gave its use back; one that is consumed late takes it again, or the limits refuse it.
CREATE TRIGGER take_discount_use_late AFTER UPDATE OF status ON authorizations
  FOR EACH ROW WHEN (OLD.status = 'Expired' AND NEW.status = 'Consumed')
  EXECUTE FUNCTION take_discount_use();
--> statement-breakpoint
-- A limit per collaborator and day that is set today counts every day of which something may still be notified: 72 hours, and the
-- life of an authorization before them.
CREATE OR REPLACE FUNCTION count_discount_usage() RETURNS trigger LANGUAGE plpgsql AS $$
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
          AND a.local_day >= today - 5
        GROUP BY a.discount_id, a.collaborator_id, a.local_day;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
INSERT INTO discount_daily_usage (discount_id, collaborator_id, local_day, uses)
  SELECT a.discount_id, a.collaborator_id, a.local_day, count(*)
    FROM authorizations a JOIN discounts d ON d.merchant_id = a.merchant_id AND d.id = a.discount_id
    WHERE d.uses_per_collaborator_per_day IS NOT NULL AND a.status IN ('Authorized', 'Consumed')
      AND a.local_day >= (now() AT TIME ZONE 'America/Santo_Domingo')::date - 5
    GROUP BY a.discount_id, a.collaborator_id, a.local_day
  ON CONFLICT DO NOTHING;
