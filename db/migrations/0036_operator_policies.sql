CREATE TABLE "announcements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"text_es" text NOT NULL,
	"text_en" text NOT NULL,
	"audience" text NOT NULL,
	"show_from" timestamp with time zone NOT NULL,
	"show_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" integer NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "announcements_audience" CHECK ("announcements"."audience" in ('all', 'merchants', 'companies')),
	CONSTRAINT "announcements_period" CHECK ("announcements"."show_from" < "announcements"."show_until"),
	CONSTRAINT "announcements_texts" CHECK (char_length("announcements"."text_es") between 1 and 300 and char_length("announcements"."text_en") between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "announcements_put_away" (
	"announcement_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcements_put_away_announcement_id_user_id_pk" PRIMARY KEY("announcement_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "incident_updates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incident_updates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"incident_id" integer NOT NULL,
	"state" text NOT NULL,
	"text_es" text NOT NULL,
	"text_en" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" integer NOT NULL,
	CONSTRAINT "incident_updates_state" CHECK ("incident_updates"."state" in ('investigating', 'identified', 'watching', 'resolved')),
	CONSTRAINT "incident_updates_texts" CHECK (char_length("incident_updates"."text_es") between 1 and 1000 and char_length("incident_updates"."text_en") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incidents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title_es" text NOT NULL,
	"title_en" text NOT NULL,
	"parts" text[] NOT NULL,
	"state" text NOT NULL,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone,
	"created_by" integer NOT NULL,
	CONSTRAINT "incidents_parts" CHECK ("incidents"."parts" <@ array['api', 'offices', 'mails'] and cardinality("incidents"."parts") > 0),
	CONSTRAINT "incidents_state" CHECK ("incidents"."state" in ('investigating', 'identified', 'watching', 'resolved')),
	CONSTRAINT "incidents_resolved" CHECK (("incidents"."state" = 'resolved') = ("incidents"."resolved_at" is not null)),
	CONSTRAINT "incidents_titles" CHECK (char_length("incidents"."title_es") between 1 and 120 and char_length("incidents"."title_en") between 1 and 120)
);
--> statement-breakpoint
CREATE TABLE "merchant_minutes" (
	"minute" timestamp with time zone NOT NULL,
	"merchant_id" integer NOT NULL,
	"status" smallint NOT NULL,
	"code" text NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "merchant_minutes_minute_merchant_id_status_code_pk" PRIMARY KEY("minute","merchant_id","status","code"),
	CONSTRAINT "merchant_minutes_calls" CHECK ("merchant_minutes"."calls" > 0)
);
--> statement-breakpoint
CREATE TABLE "network_minutes" (
	"minute" timestamp with time zone PRIMARY KEY NOT NULL,
	"calls" integer NOT NULL,
	"done" integer NOT NULL,
	"failed" integer NOT NULL,
	"codes" jsonb NOT NULL,
	"bins" jsonb NOT NULL,
	"authorized" integer NOT NULL,
	"confirmed" integer NOT NULL,
	"expired" integer NOT NULL,
	CONSTRAINT "network_minutes_counts" CHECK (least("network_minutes"."calls", "network_minutes"."done", "network_minutes"."failed", "network_minutes"."authorized", "network_minutes"."confirmed", "network_minutes"."expired") >= 0)
);
--> statement-breakpoint
CREATE TABLE "merchant_policy_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "merchant_policy_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"merchant_id" integer NOT NULL,
	"policy" text NOT NULL,
	"value" integer,
	"burst" integer,
	"until" timestamp with time zone,
	"reason" text NOT NULL,
	"changed_by" integer NOT NULL,
	"approved_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "merchant_policy_changes_policy" CHECK ("merchant_policy_changes"."policy" in ('calls', 'misses', 'late_notification', 'authorization_life')),
	CONSTRAINT "merchant_policy_changes_reason" CHECK (char_length("merchant_policy_changes"."reason") between 1 and 500),
	CONSTRAINT "merchant_policy_changes_until" CHECK ("merchant_policy_changes"."until" > "merchant_policy_changes"."created_at"),
	CONSTRAINT "merchant_policy_changes_four_eyes" CHECK ("merchant_policy_changes"."approved_by" <> "merchant_policy_changes"."changed_by")
);
--> statement-breakpoint
ALTER TABLE "identification_types" ADD COLUMN "retired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "calls_per_minute" integer;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "calls_burst" integer;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "authorization_ttl_seconds" integer;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "calls_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "temporary_calls_per_minute" integer;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "temporary_calls_burst" integer;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "misses_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "temporary_misses_per_minute" integer;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "late_notification_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "temporary_late_notification_hours" integer;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "authorization_ttl_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "temporary_authorization_ttl_seconds" integer;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements_put_away" ADD CONSTRAINT "announcements_put_away_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements_put_away" ADD CONSTRAINT "announcements_put_away_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_updates" ADD CONSTRAINT "incident_updates_incident_id_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_updates" ADD CONSTRAINT "incident_updates_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_policy_changes" ADD CONSTRAINT "merchant_policy_changes_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_policy_changes" ADD CONSTRAINT "merchant_policy_changes_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_policy_changes" ADD CONSTRAINT "merchant_policy_changes_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_until" ON "announcements" USING btree ("show_until") WHERE "announcements"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "incident_updates_of_incident" ON "incident_updates" USING btree ("incident_id","id");--> statement-breakpoint
CREATE INDEX "incidents_begun" ON "incidents" USING btree ("begun_at","id");--> statement-breakpoint
CREATE INDEX "incidents_open" ON "incidents" USING btree ("id") WHERE "incidents"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "merchant_policy_changes_of_merchant" ON "merchant_policy_changes" USING btree ("merchant_id","id");--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_calls" CHECK ("merchants"."calls_per_minute" between 1 and 100000 and "merchants"."calls_burst" between 1 and 100000);--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_authorization_ttl" CHECK ("merchants"."authorization_ttl_seconds" between 60 and 3600);--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_temporary_policies" CHECK ("merchants"."temporary_calls_per_minute" between 1 and 100000 and "merchants"."temporary_calls_burst" between 1 and 100000
        and "merchants"."temporary_misses_per_minute" between 1 and 100000
        and "merchants"."temporary_authorization_ttl_seconds" between 60 and 3600);--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_temporary_late_notification" CHECK (("merchants"."late_notification_until" is null) = ("merchants"."temporary_late_notification_hours" is null)
        and "merchants"."temporary_late_notification_hours" between 0 and 72);--> statement-breakpoint
-- What was set, and what was said of an incident, is appended and never edited.
CREATE TRIGGER merchant_policy_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON merchant_policy_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER incident_updates_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON incident_updates
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
