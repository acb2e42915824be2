-- ADR-0100. The day of an authorization is filled by a default and kept by triggers, in place of being generated: PostgreSQL reads the expression of a
-- generated column anew for each statement that adds or changes rows, also where nothing is changed that it is made of, as when one is consumed.
--
-- Whoever reads or writes authorizations waits until this is over, which is at once: no row is touched. A lock that is not had at once is given back and
-- asked for again: nobody ends in a deadlock.
DO $$
DECLARE
  before text := current_setting('lock_timeout');
BEGIN
  PERFORM set_config('lock_timeout', '100ms', true);
  FOR attempt IN 1..600 LOOP
    BEGIN
      LOCK TABLE authorizations IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available THEN
      IF attempt = 600 THEN RAISE; END IF;
      PERFORM pg_sleep(0.05);
    END;
  END LOOP;
  PERFORM set_config('lock_timeout', before, true);
END $$;
--> statement-breakpoint
ALTER TABLE "authorizations" ALTER COLUMN "local_day" DROP EXPRESSION;--> statement-breakpoint
-- `authorized_at` has the same moment by default.
ALTER TABLE "authorizations" ALTER COLUMN "local_day" SET DEFAULT (now() at time zone 'America/Santo_Domingo')::date;--> statement-breakpoint
CREATE FUNCTION keep_local_day() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  day date := (NEW.authorized_at AT TIME ZONE 'America/Santo_Domingo')::date;
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.local_day := day;
    RETURN NEW;
  END IF;
  UPDATE authorizations SET local_day = day WHERE merchant_id = NEW.merchant_id AND id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Of another moment than now.
CREATE TRIGGER keep_local_day BEFORE INSERT ON authorizations FOR EACH ROW
  WHEN (NEW.local_day IS DISTINCT FROM (NEW.authorized_at AT TIME ZONE 'America/Santo_Domingo')::date) EXECUTE FUNCTION keep_local_day();
--> statement-breakpoint
-- After, since a trigger before it would lock each row that is updated a second time.
CREATE TRIGGER keep_changed_local_day AFTER UPDATE OF authorized_at, local_day ON authorizations FOR EACH ROW
  WHEN (NEW.local_day IS DISTINCT FROM (NEW.authorized_at AT TIME ZONE 'America/Santo_Domingo')::date) EXECUTE FUNCTION keep_local_day();
--> statement-breakpoint
-- Also where the triggers of rows that came from elsewhere are left out: nothing else fills the column.
ALTER TABLE authorizations ENABLE ALWAYS TRIGGER keep_local_day;--> statement-breakpoint
ALTER TABLE authorizations ENABLE ALWAYS TRIGGER keep_changed_local_day;
