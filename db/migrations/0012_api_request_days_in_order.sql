-- Who reads or writes calls locks the table before its days. So does this now, before it makes or drops one: in the other order the
-- two could wait for each other. Nothing else of it changed.
CREATE OR REPLACE FUNCTION keep_api_request_days(today date) RETURNS integer LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  missing date[];
  over name[];
  day date;
  part name;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7203611454) THEN
    RETURN 0;
  END IF;
  SELECT coalesce(array_agg(today + n), '{}') INTO missing FROM generate_series(-1, 3) n
    WHERE to_regclass('api_request_days.' || to_char(today + n, '"d"YYYYMMDD')) IS NULL;
  SELECT coalesce(array_agg(relname), '{}') INTO over FROM pg_class
    WHERE relnamespace = 'api_request_days'::regnamespace AND relkind = 'r' AND relname ~ '^d[0-9]{8}$'
      AND relname < to_char(today - 30, '"d"YYYYMMDD');
  IF cardinality(missing) + cardinality(over) > 0 THEN
    LOCK TABLE public.api_requests IN ACCESS EXCLUSIVE MODE;
  END IF;
  FOREACH day IN ARRAY missing LOOP
    part := to_char(day, '"d"YYYYMMDD');
    EXECUTE format('CREATE TABLE api_request_days.%I (LIKE public.api_requests INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part);
    EXECUTE format(
      'WITH moved AS (DELETE FROM api_request_days.rest WHERE occurred_at >= $1 AND occurred_at < $2 RETURNING *)
       INSERT INTO api_request_days.%I SELECT * FROM moved', part)
      USING day::timestamptz, (day + 1)::timestamptz;
    EXECUTE format('ALTER TABLE public.api_requests ATTACH PARTITION api_request_days.%I FOR VALUES FROM (%L) TO (%L)',
      part, day::timestamptz, (day + 1)::timestamptz);
  END LOOP;
  FOREACH part IN ARRAY over LOOP
    EXECUTE format('DROP TABLE api_request_days.%I', part);
  END LOOP;
  DELETE FROM api_request_days.rest WHERE occurred_at < (today - 30)::timestamptz;
  RETURN cardinality(missing) + cardinality(over);
END $$;
