CREATE TABLE "audit_days" (
	"day" date PRIMARY KEY NOT NULL,
	"events" integer NOT NULL,
	"last_hash" "bytea" NOT NULL,
	"sealed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_days_hash" CHECK (octet_length("audit_days"."last_hash") = 32)
);
--> statement-breakpoint
CREATE INDEX "audit_events_occurred" ON "audit_events" USING brin ("occurred_at");
--> statement-breakpoint
-- What a day of the trail was when it was over is never edited, as the trail.
CREATE TRIGGER audit_days_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_days
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
