-- ADR-0091. What a statement adds to consumptions and idempotency_keys is looked up by one query for all of its rows, in place of one query for
-- each row and foreign key. The foreign keys are declared as before. From PostgreSQL 18 on they are not enforced by themselves, since the
-- triggers below refuse what they refused; before 18 they are, too.
--
-- Whoever reads or writes these tables, or those that they name, waits until this is over. Statements lock them in many orders, so that a lock
-- that is not had at once is given back and asked for again: nobody ends in a deadlock.
DO $$
DECLARE
  before text := current_setting('lock_timeout');
BEGIN
  PERFORM set_config('lock_timeout', '100ms', true);
  FOR attempt IN 1..600 LOOP
    BEGIN
      LOCK TABLE authorizations, consumptions, idempotency_keys, api_keys, oauth_clients IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available THEN
      IF attempt = 600 THEN RAISE; END IF;
      PERFORM pg_sleep(0.05);
    END;
  END LOOP;
  PERFORM set_config('lock_timeout', before, true);
END $$;
--> statement-breakpoint
-- D43. As it was, but that it locks the discount of a late consumption before it reads its limits. A lock FOR KEY SHARE that had to wait for whoever
-- set a limit reads the row of before; an authorization that is added has waited for its foreign key already. A discount that is not there refuses.
CREATE OR REPLACE FUNCTION take_discount_use() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  limits record;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM FROM discounts WHERE merchant_id = NEW.merchant_id AND id = NEW.discount_id FOR KEY SHARE;
  END IF;
  SELECT uses_per_collaborator_per_day, uses_total, budget INTO STRICT limits
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
-- Counts what the added rows name and what of it is there, and settles what settle_discount_amount settled for each row.
CREATE FUNCTION check_added_consumptions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  seen record;
  missing text;
  lower record;
BEGIN
  SELECT count(*) - count(a.id) AS authorizations, count(n.api_key_id) - count(k.id) AS api_keys,
    count(n.oauth_client_id) - count(c.id) AS oauth_clients,
    coalesce(bool_or(n.discount_amount > a.discount_amount), false) AS are_above,
    coalesce(bool_or(n.discount_amount < a.discount_amount), false) AS are_below
  INTO STRICT seen
  FROM added n
  LEFT JOIN authorizations a ON a.merchant_id = n.merchant_id AND a.id = n.authorization_id
  LEFT JOIN api_keys k ON k.merchant_id = n.merchant_id AND k.id = n.api_key_id
  LEFT JOIN oauth_clients c ON c.merchant_id = n.merchant_id AND c.id = n.oauth_client_id;
  IF (seen.authorizations, seen.api_keys, seen.oauth_clients) IS DISTINCT FROM (0, 0, 0) THEN
    missing := concat_ws(', ', CASE WHEN seen.authorizations <> 0 THEN 'authorization_id' END,
      CASE WHEN seen.api_keys <> 0 THEN 'api_key_id' END, CASE WHEN seen.oauth_clients <> 0 THEN 'oauth_client_id' END);
    RAISE foreign_key_violation USING MESSAGE = format('a consumption names what its merchant does not have: %s', missing),
      TABLE = TG_TABLE_NAME;
  END IF;
  IF seen.are_above THEN
    RAISE check_violation USING MESSAGE = 'a consumption never grants more than was authorized', CONSTRAINT = 'consumptions_within_authorized';
  END IF;
  IF seen.are_below THEN
    FOR lower IN
      SELECT a.merchant_id, a.discount_id, a.discount_amount - n.discount_amount AS given_back
      FROM added n JOIN authorizations a ON a.merchant_id = n.merchant_id AND a.id = n.authorization_id
      WHERE n.discount_amount < a.discount_amount
      ORDER BY n.id
    LOOP
      PERFORM FROM discounts WHERE merchant_id = lower.merchant_id AND id = lower.discount_id FOR KEY SHARE;
      UPDATE discount_usage SET amount = amount - lower.given_back
        WHERE merchant_id = lower.merchant_id AND discount_id = lower.discount_id;
    END LOOP;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION check_added_idempotency_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM added n
    LEFT JOIN authorizations a ON a.merchant_id = n.merchant_id AND a.id = n.authorization_id
    LEFT JOIN consumptions c ON c.merchant_id = n.merchant_id AND c.id = n.consumption_id
    WHERE num_nonnulls(n.authorization_id, n.consumption_id) <> num_nonnulls(a.id, c.id)
  ) THEN
    RAISE foreign_key_violation USING MESSAGE = 'an idempotency key names a record that its merchant does not have', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER settle_discount_amount ON consumptions;
--> statement-breakpoint
CREATE TRIGGER check_added_consumptions AFTER INSERT ON consumptions REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION check_added_consumptions();
--> statement-breakpoint
CREATE TRIGGER check_added_idempotency_keys AFTER INSERT ON idempotency_keys REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION check_added_idempotency_keys();
--> statement-breakpoint
-- D40. What a record names is what it was made of.
CREATE FUNCTION keep_what_is_named() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE integrity_constraint_violation USING MESSAGE = format('what a row of %s names never changes', TG_TABLE_NAME), TABLE = TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_what_is_named BEFORE UPDATE OF merchant_id, authorization_id, api_key_id, oauth_client_id ON consumptions
  FOR EACH STATEMENT EXECUTE FUNCTION keep_what_is_named();
--> statement-breakpoint
CREATE TRIGGER keep_what_is_named BEFORE UPDATE OF merchant_id, authorization_id, consumption_id ON idempotency_keys
  FOR EACH STATEMENT EXECUTE FUNCTION keep_what_is_named();
--> statement-breakpoint
-- A row that records name is neither deleted nor numbered anew. No process of the service does either; whoever does it by hand waits for the
-- sales under way, and they wait for its transaction.
CREATE FUNCTION keep_what_records_name() RETURNS trigger LANGUAGE plpgsql AS $$
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
      AND k.conrelid IN ('consumptions'::regclass, 'idempotency_keys'::regclass)
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
  FOR reference IN
    SELECT DISTINCT k.confrelid::regclass AS named,
      (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attname) FROM pg_attribute a WHERE a.attrelid = k.confrelid AND a.attnum = ANY (k.confkey)) AS key,
      (SELECT string_agg(format('OLD.%1$I IS DISTINCT FROM NEW.%1$I', a.attname), ' OR ' ORDER BY a.attname)
        FROM pg_attribute a WHERE a.attrelid = k.confrelid AND a.attnum = ANY (k.confkey)) AS differs
    FROM pg_constraint k
    WHERE k.contype = 'f' AND k.conrelid IN ('consumptions'::regclass, 'idempotency_keys'::regclass)
  LOOP
    EXECUTE format('CREATE TRIGGER keep_what_records_name AFTER DELETE ON %s FOR EACH ROW EXECUTE FUNCTION keep_what_records_name()', reference.named);
    EXECUTE format('CREATE TRIGGER keep_key_that_records_name AFTER UPDATE OF %s ON %s FOR EACH ROW WHEN (%s) EXECUTE FUNCTION keep_what_records_name()',
      reference.key, reference.named, reference.differs);
  END LOOP;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  reference record;
BEGIN
  IF current_setting('server_version_num')::integer >= 180000 THEN
    FOR reference IN
      SELECT conrelid::regclass AS records, conname FROM pg_constraint
      WHERE contype = 'f' AND conrelid IN ('consumptions'::regclass, 'idempotency_keys'::regclass)
    LOOP
      EXECUTE format('ALTER TABLE %s ALTER CONSTRAINT %I NOT ENFORCED', reference.records, reference.conname);
    END LOOP;
  END IF;
END $$;
