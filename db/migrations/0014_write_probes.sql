CREATE TABLE "write_probes" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "write_probes_is_one" CHECK ("write_probes"."id" = 1)
);

--> statement-breakpoint
INSERT INTO write_probes DEFAULT VALUES;
--> statement-breakpoint
-- ADR-0023. Throws when the database takes no writes: it is read-only, or cannot commit, or has no room. A full disk still takes
-- what fits into pages that are there, as this row does; so a set of rows above the least `work_mem` is spilled to a file, some 60 KB
-- where the data lies, which ends with the statement. That writes no WAL and leaves nothing for a vacuum.
CREATE FUNCTION prove_writable() RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp SET work_mem = '64kB' SET temp_tablespaces = '' AS $$
BEGIN
  PERFORM count(*) FROM generate_series(1, 4096);
  UPDATE public.write_probes SET written_at = clock_timestamp();
  IF NOT FOUND THEN
    RAISE no_data_found USING MESSAGE = 'the row of write_probes is gone';
  END IF;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION prove_writable() FROM PUBLIC;
