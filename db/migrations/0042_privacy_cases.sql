CREATE TABLE "privacy_case_people" (
	"case_id" integer NOT NULL,
	"collaborator_id" bigint NOT NULL,
	CONSTRAINT "privacy_case_people_case_id_collaborator_id_pk" PRIMARY KEY("case_id","collaborator_id")
);
--> statement-breakpoint
CREATE TABLE "privacy_cases" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "privacy_cases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"contact" text,
	"note" text,
	"received_on" date NOT NULL,
	"due_on" date NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"opened_by" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"answer" text,
	"ended_at" timestamp with time zone,
	"ended_by" integer,
	"purged_at" timestamp with time zone,
	CONSTRAINT "privacy_cases_kind" CHECK ("privacy_cases"."kind" in ('access', 'rectification', 'cancellation')),
	CONSTRAINT "privacy_cases_state" CHECK ("privacy_cases"."state" in ('open', 'answered', 'refused')),
	CONSTRAINT "privacy_cases_due" CHECK ("privacy_cases"."due_on" > "privacy_cases"."received_on"),
	CONSTRAINT "privacy_cases_ended" CHECK (num_nonnulls("privacy_cases"."ended_at", "privacy_cases"."ended_by") = case when "privacy_cases"."state" = 'open' then 0 else 2 end),
	CONSTRAINT "privacy_cases_purged" CHECK (case when "privacy_cases"."purged_at" is null then "privacy_cases"."contact" is not null and ("privacy_cases"."state" = 'open') = ("privacy_cases"."answer" is null)
        else "privacy_cases"."state" <> 'open' and num_nonnulls("privacy_cases"."contact", "privacy_cases"."note", "privacy_cases"."answer") = 0 end),
	CONSTRAINT "privacy_cases_texts" CHECK (char_length("privacy_cases"."contact") between 1 and 200 and char_length("privacy_cases"."note") between 1 and 1000
        and char_length("privacy_cases"."answer") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "privacy_rectifications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "privacy_rectifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"case_id" integer NOT NULL,
	"collaborator_id" bigint NOT NULL,
	"what" text,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"asked_by" integer NOT NULL,
	"changed_at" timestamp with time zone,
	CONSTRAINT "privacy_rectifications_what" CHECK (char_length("privacy_rectifications"."what") between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "privacy_case_people" ADD CONSTRAINT "privacy_case_people_case_id_privacy_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."privacy_cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_case_people" ADD CONSTRAINT "privacy_case_people_collaborator_id_collaborators_id_fk" FOREIGN KEY ("collaborator_id") REFERENCES "public"."collaborators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_cases" ADD CONSTRAINT "privacy_cases_opened_by_users_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_cases" ADD CONSTRAINT "privacy_cases_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_rectifications" ADD CONSTRAINT "privacy_rectifications_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_rectifications" ADD CONSTRAINT "privacy_rectifications_case_id_collaborator_id_privacy_case_people_case_id_collaborator_id_fk" FOREIGN KEY ("case_id","collaborator_id") REFERENCES "public"."privacy_case_people"("case_id","collaborator_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "privacy_case_people_collaborator_id_index" ON "privacy_case_people" USING btree ("collaborator_id");--> statement-breakpoint
CREATE INDEX "privacy_cases_by_due" ON "privacy_cases" USING btree ("due_on","id");--> statement-breakpoint
CREATE INDEX "privacy_cases_to_purge" ON "privacy_cases" USING btree ("ended_at") WHERE "privacy_cases"."purged_at" is null;--> statement-breakpoint
CREATE INDEX "privacy_rectifications_case_id_index" ON "privacy_rectifications" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "privacy_rectifications_unanswered" ON "privacy_rectifications" USING btree ("collaborator_id") WHERE "privacy_rectifications"."changed_at" is null;--> statement-breakpoint
-- When what a company keeps of one of its people was changed after it was asked to correct it, by whichever way (ADR-0065).
CREATE FUNCTION note_rectified() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE privacy_rectifications SET changed_at = now() WHERE collaborator_id = NEW.id AND changed_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_rectified AFTER UPDATE ON collaborators
  FOR EACH ROW WHEN ((OLD.first_name, OLD.last_name, OLD.email, OLD.collaborator_type_id, OLD.active)
    IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.email, NEW.collaborator_type_id, NEW.active))
  EXECUTE FUNCTION note_rectified();
