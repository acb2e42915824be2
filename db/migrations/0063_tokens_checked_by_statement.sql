-- ADR-0097. The client of added tokens is looked up by one query for all rows of a statement, as what consumptions name is (ADR-0091). From PostgreSQL 18
-- on the foreign key is not enforced by itself, since the triggers refuse what it refused; before 18 it is, too.
--
-- Tokens are locked with their clients. A lock that is not had at once is given back and asked for again: nobody ends in a deadlock.
DO $$
DECLARE
  before text := current_setting('lock_timeout');
BEGIN
  PERFORM set_config('lock_timeout', '100ms', true);
  FOR attempt IN 1..600 LOOP
    BEGIN
      LOCK TABLE access_tokens, oauth_clients IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available THEN
      IF attempt = 600 THEN RAISE; END IF;
      PERFORM pg_sleep(0.05);
    END;
  END LOOP;
  PERFORM set_config('lock_timeout', before, true);
END $$;
--> statement-breakpoint
CREATE FUNCTION check_added_access_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM added n LEFT JOIN oauth_clients c ON c.merchant_id = n.merchant_id AND c.id = n.oauth_client_id WHERE c.id IS NULL
  ) THEN
    RAISE foreign_key_violation USING MESSAGE = 'an access token names a client that its merchant does not have', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER check_added_access_tokens AFTER INSERT ON access_tokens REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION check_added_access_tokens();
--> statement-breakpoint
-- Whose a token is never changes.
CREATE TRIGGER keep_what_is_named BEFORE UPDATE OF merchant_id, oauth_client_id ON access_tokens
  FOR EACH STATEMENT EXECUTE FUNCTION keep_what_is_named();
--> statement-breakpoint
-- As it was, for tokens too: the triggers that call it on clients are there already.
CREATE OR REPLACE FUNCTION keep_what_records_name() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reference record;
  is_named boolean;
BEGIN
  FOR reference IN
    SELECT k.conname, k.conrelid::regclass AS records, string_agg(format('r.%I = ($1).%I', own.attname, named.attname), ' AND ') AS same
    FROM pg_constraint k
    CROSS JOIN LATERAL unnest(k.conkey, k.confkey) AS pair (own, named)
    JOIN pg_attribute own ON own.attrelid = k.conrelid AND own.attnum = pair.own
    JOIN pg_attribute named ON named.attrelid = k.confrelid AND named.attnum = pair.named
    WHERE k.contype = 'f' AND k.confrelid = TG_RELID
      AND k.conrelid IN ('access_tokens'::regclass, 'consumptions'::regclass, 'idempotency_keys'::regclass)
    GROUP BY k.oid
    ORDER BY k.conrelid::regclass::text, k.conname
  LOOP
    EXECUTE format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', reference.records);
    EXECUTE format('SELECT EXISTS (SELECT FROM %s r WHERE %s)', reference.records, reference.same) INTO STRICT is_named USING OLD;
    IF is_named THEN
      RAISE foreign_key_violation USING MESSAGE = format('a row of %s is named by one of %s', TG_TABLE_NAME, reference.records),
        TABLE = TG_TABLE_NAME, CONSTRAINT = reference.conname;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  reference record;
BEGIN
  IF current_setting('server_version_num')::integer >= 180000 THEN
    FOR reference IN SELECT conname FROM pg_constraint WHERE contype = 'f' AND conrelid = 'access_tokens'::regclass LOOP
      EXECUTE format('ALTER TABLE access_tokens ALTER CONSTRAINT %I NOT ENFORCED', reference.conname);
    END LOOP;
  END IF;
END $$;
