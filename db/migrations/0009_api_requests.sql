CREATE TABLE "api_requests" (
	"merchant_id" integer NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"id" uuid NOT NULL,
	"api_key_id" integer,
	"oauth_client_id" integer,
	"operation" text NOT NULL,
	"status" smallint NOT NULL,
	"code" text,
	"replayed" boolean DEFAULT false NOT NULL,
	"duration_ms" real NOT NULL,
	"request_id" text NOT NULL,
	"reference" text,
	"address" text,
	"details" json NOT NULL,
	CONSTRAINT "api_requests_pkey" PRIMARY KEY("merchant_id","occurred_at","id"),
	CONSTRAINT "api_requests_of_one" CHECK (num_nonnulls("api_requests"."api_key_id", "api_requests"."oauth_client_id") = 1),
	CONSTRAINT "api_requests_code" CHECK (("api_requests"."code" is null) = ("api_requests"."status" < 400))
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
CREATE INDEX "api_requests_reference" ON "api_requests" USING btree ("merchant_id","reference","occurred_at") WHERE "api_requests"."reference" is not null;--> statement-breakpoint
CREATE INDEX "api_requests_request_id" ON "api_requests" USING btree ("merchant_id","request_id","occurred_at");--> statement-breakpoint
CREATE INDEX "api_requests_failed" ON "api_requests" USING btree ("merchant_id","occurred_at","id") WHERE "api_requests"."status" >= 400;
--> statement-breakpoint
-- Decision 0016. One partition for each day of UTC, in a schema of their own; what finds none goes to `rest`, so that no row is
-- ever refused for want of a day.
CREATE SCHEMA api_request_days;
--> statement-breakpoint
CREATE TABLE api_request_days.rest PARTITION OF public.api_requests DEFAULT;
--> statement-breakpoint
-- Makes the days from yesterday to the third from `today`, and drops those of which nothing is of the last 30 days. Rows that came
-- before their day move into it. One at a time: who finds another at it does nothing. How many days were made and dropped.
CREATE FUNCTION keep_api_request_days(today date) RETURNS integer LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  changed integer := 0;
  day date;
  name text;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7203611454) THEN
    RETURN 0;
  END IF;
  FOR day IN SELECT today + n FROM generate_series(-1, 3) n LOOP
    name := to_char(day, '"d"YYYYMMDD');
    CONTINUE WHEN to_regclass('api_request_days.' || name) IS NOT NULL;
    LOCK TABLE api_request_days.rest IN ACCESS EXCLUSIVE MODE;
    EXECUTE format('CREATE TABLE api_request_days.%I (LIKE public.api_requests INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', name);
    EXECUTE format(
      'WITH moved AS (DELETE FROM api_request_days.rest WHERE occurred_at >= $1 AND occurred_at < $2 RETURNING *)
       INSERT INTO api_request_days.%I SELECT * FROM moved', name)
      USING day::timestamptz, (day + 1)::timestamptz;
    EXECUTE format('ALTER TABLE public.api_requests ATTACH PARTITION api_request_days.%I FOR VALUES FROM (%L) TO (%L)',
      name, day::timestamptz, (day + 1)::timestamptz);
    changed := changed + 1;
  END LOOP;
  FOR name IN
    SELECT relname FROM pg_class
    WHERE relnamespace = 'api_request_days'::regnamespace AND relkind = 'r' AND relname ~ '^d[0-9]{8}$'
      AND relname < to_char(today - 30, '"d"YYYYMMDD')
  LOOP
    EXECUTE format('DROP TABLE api_request_days.%I', name);
    changed := changed + 1;
  END LOOP;
  DELETE FROM api_request_days.rest WHERE occurred_at < (today - 30)::timestamptz;
  RETURN changed;
END $$;
--> statement-breakpoint
-- The same for who serves, which may change no table: as the owner, and of today alone.
CREATE FUNCTION keep_api_request_days() RETURNS integer LANGUAGE sql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
  SELECT public.keep_api_request_days((now() AT TIME ZONE 'UTC')::date)
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION keep_api_request_days(date), keep_api_request_days() FROM PUBLIC;
