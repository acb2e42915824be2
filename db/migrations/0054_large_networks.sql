-- ADR-0082. Sums by company, discount and day are filled by a job, batch by batch; pages read the rows until then.
CREATE TABLE "company_people" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"people" integer NOT NULL,
	CONSTRAINT "company_people_not_negative" CHECK ("company_people"."people" >= 0)
);
--> statement-breakpoint
CREATE TABLE "consumption_company_days" (
	"merchant_id" integer NOT NULL,
	"day" date NOT NULL,
	"company_id" integer NOT NULL,
	"discount_id" integer NOT NULL,
	"sales" integer NOT NULL,
	"purchase_amount" numeric(30, 2) NOT NULL,
	"discount_amount" numeric(30, 2) NOT NULL,
	"final_amount" numeric(30, 2) NOT NULL,
	CONSTRAINT "consumption_company_days_once" UNIQUE("merchant_id","day","company_id","discount_id"),
	CONSTRAINT "consumption_company_days_sales" CHECK ("consumption_company_days"."sales" > 0)
);
--> statement-breakpoint
ALTER TABLE "sales_summed" ADD COLUMN "by_company_up_to" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "company_people" ADD CONSTRAINT "company_people_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- Statement by statement, since a file names thousands. In the order of companies, so that two that change several do not deadlock. With the
-- rights of the owner: whoever may change people changes their number.
CREATE FUNCTION count_company_people() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO company_people AS counted (company_id, people)
      SELECT company_id, count(*) FROM new_rows WHERE active AND erased_at IS NULL GROUP BY company_id ORDER BY company_id
      ON CONFLICT (company_id) DO UPDATE SET people = counted.people + excluded.people;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO company_people AS counted (company_id, people)
      SELECT company_id, 0 FROM new_rows WHERE active AND erased_at IS NULL GROUP BY company_id ORDER BY company_id
      ON CONFLICT (company_id) DO NOTHING;
    UPDATE company_people counted SET people = counted.people + changed.people
      FROM (
        SELECT company_id, sum(people) AS people FROM (
          SELECT company_id, 1 AS people FROM new_rows WHERE active AND erased_at IS NULL
          UNION ALL
          SELECT company_id, -1 FROM old_rows WHERE active AND erased_at IS NULL) each
        GROUP BY company_id HAVING sum(people) <> 0 ORDER BY company_id) changed
      WHERE counted.company_id = changed.company_id;
  ELSE
    UPDATE company_people counted SET people = counted.people - gone.people
      FROM (
        SELECT company_id, count(*) AS people FROM old_rows WHERE active AND erased_at IS NULL
        GROUP BY company_id ORDER BY company_id) gone
      WHERE counted.company_id = gone.company_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION count_company_people() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER count_people_added AFTER INSERT ON collaborators
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_company_people();
--> statement-breakpoint
CREATE TRIGGER count_people_changed AFTER UPDATE ON collaborators
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_company_people();
--> statement-breakpoint
CREATE TRIGGER count_people_deleted AFTER DELETE ON collaborators
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_company_people();
--> statement-breakpoint
-- The triggers hold off every change of people until this is committed: what is counted here is what they go on from.
INSERT INTO company_people (company_id, people)
SELECT company_id, count(*) FROM collaborators WHERE active AND erased_at IS NULL GROUP BY company_id;
