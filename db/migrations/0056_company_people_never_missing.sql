-- ADR-0085. Every company has its count from its beginning, so that a count that is missing is an error and no longer a company without people.
-- The version before adds companies and people meanwhile: the triggers do for it what they do for this one.
CREATE FUNCTION begin_company_people() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO company_people (company_id, people) SELECT id, 0 FROM new_rows;
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION begin_company_people() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER begin_people AFTER INSERT ON companies
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION begin_company_people();
--> statement-breakpoint
-- No company is added, and none of its people changes, until this is committed.
LOCK TABLE collaborators IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
INSERT INTO company_people (company_id, people)
SELECT c.id, (SELECT count(*) FROM collaborators p WHERE p.company_id = c.id AND p.active AND p.erased_at IS NULL)
FROM companies c
WHERE NOT EXISTS (SELECT FROM company_people counted WHERE counted.company_id = c.id);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_company_people() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  -- Of which companies the number changes, and by how much.
  ids integer[];
  changes bigint[];
  counted bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(company_id ORDER BY company_id), array_agg(people ORDER BY company_id) INTO ids, changes FROM (
      SELECT company_id, count(*) AS people FROM new_rows WHERE active AND erased_at IS NULL GROUP BY company_id) added;
  ELSIF TG_OP = 'UPDATE' THEN
    SELECT array_agg(company_id ORDER BY company_id), array_agg(people ORDER BY company_id) INTO ids, changes FROM (
      SELECT company_id, sum(people)::bigint AS people FROM (
        SELECT company_id, 1 AS people FROM new_rows WHERE active AND erased_at IS NULL
        UNION ALL
        SELECT company_id, -1 FROM old_rows WHERE active AND erased_at IS NULL) each
      GROUP BY company_id HAVING sum(people) <> 0) changed;
  ELSE
    SELECT array_agg(company_id ORDER BY company_id), array_agg(people ORDER BY company_id) INTO ids, changes FROM (
      SELECT company_id, -count(*) AS people FROM old_rows WHERE active AND erased_at IS NULL GROUP BY company_id) gone;
  END IF;
  IF ids IS NULL THEN RETURN NULL; END IF;
  -- In the order of companies, so that two that change several do not deadlock.
  PERFORM FROM company_people WHERE company_id = ANY(ids) ORDER BY company_id FOR NO KEY UPDATE;
  UPDATE company_people p SET people = p.people + changed.people
    FROM unnest(ids, changes) changed (company_id, people) WHERE p.company_id = changed.company_id;
  GET DIAGNOSTICS counted = ROW_COUNT;
  IF counted <> cardinality(ids) THEN
    RAISE EXCEPTION 'the people of % of these companies are not counted: %', cardinality(ids) - counted, ids;
  END IF;
  RETURN NULL;
END $$;
