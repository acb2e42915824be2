CREATE TABLE "certification_calls" (
	"merchant_id" integer NOT NULL,
	"run_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"arrived_at" timestamp with time zone NOT NULL,
	"seen" json NOT NULL,
	CONSTRAINT "certification_calls_merchant_id_run_id_id_pk" PRIMARY KEY("merchant_id","run_id","id")
);
--> statement-breakpoint
CREATE TABLE "certification_runs" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "certification_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"merchant_id" integer NOT NULL,
	"api_key_id" integer,
	"oauth_client_id" integer,
	"plan_version" smallint NOT NULL,
	"declared" json NOT NULL,
	"adapter" text,
	"state" text DEFAULT 'open' NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"opened_by" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"verdicts" json,
	"code" text,
	"evidence" text,
	"valid_until" timestamp with time zone,
	"suspended_at" timestamp with time zone,
	CONSTRAINT "certification_runs_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "certification_runs_code_unique" UNIQUE("code"),
	CONSTRAINT "certification_runs_of_one" CHECK (num_nonnulls("certification_runs"."api_key_id", "certification_runs"."oauth_client_id") = 1),
	CONSTRAINT "certification_runs_state" CHECK ("certification_runs"."state" in ('open', 'passed', 'failed', 'void', 'ended')),
	CONSTRAINT "certification_runs_ended" CHECK (("certification_runs"."state" = 'open') = ("certification_runs"."ended_at" is null)),
	CONSTRAINT "certification_runs_minutes" CHECK ("certification_runs"."ends_at" > "certification_runs"."opened_at" and "certification_runs"."ends_at" <= "certification_runs"."opened_at" + interval '90 minutes'),
	CONSTRAINT "certification_runs_judged" CHECK (("certification_runs"."state" in ('passed', 'failed')) = ("certification_runs"."verdicts" is not null)),
	CONSTRAINT "certification_runs_certificate" CHECK (num_nonnulls("certification_runs"."code", "certification_runs"."valid_until") = case when "certification_runs"."state" = 'passed' then 2 else 0 end
        and ("certification_runs"."suspended_at" is null or "certification_runs"."state" = 'passed'))
);
--> statement-breakpoint
CREATE TABLE "certification_scenes" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "certification_scenes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"merchant_id" integer NOT NULL,
	"run_id" bigint NOT NULL,
	"scene" text NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"attested" json DEFAULT '{}'::json NOT NULL,
	CONSTRAINT "certification_scenes_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
ALTER TABLE "certification_calls" ADD CONSTRAINT "certification_calls_run" FOREIGN KEY ("merchant_id","run_id") REFERENCES "public"."certification_runs"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certification_runs" ADD CONSTRAINT "certification_runs_opened_by_users_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certification_runs" ADD CONSTRAINT "certification_runs_api_key" FOREIGN KEY ("merchant_id","api_key_id") REFERENCES "public"."api_keys"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certification_runs" ADD CONSTRAINT "certification_runs_oauth_client" FOREIGN KEY ("merchant_id","oauth_client_id") REFERENCES "public"."oauth_clients"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certification_scenes" ADD CONSTRAINT "certification_scenes_run" FOREIGN KEY ("merchant_id","run_id") REFERENCES "public"."certification_runs"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "certification_calls_arrived" ON "certification_calls" USING btree ("arrived_at");--> statement-breakpoint
CREATE UNIQUE INDEX "certification_runs_of_key" ON "certification_runs" USING btree ("merchant_id","api_key_id") WHERE "certification_runs"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "certification_runs_of_client" ON "certification_runs" USING btree ("merchant_id","oauth_client_id") WHERE "certification_runs"."state" = 'open';--> statement-breakpoint
CREATE INDEX "certification_scenes_of_run" ON "certification_scenes" USING btree ("merchant_id","run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "certification_scenes_one_open" ON "certification_scenes" USING btree ("merchant_id","run_id") WHERE "certification_scenes"."closed_at" is null;