CREATE TABLE "terminal_fleets" (
	"merchant_id" integer PRIMARY KEY NOT NULL,
	"not_kept_terminals" bigint DEFAULT 0 NOT NULL,
	"not_kept_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "terminal_hours" (
	"merchant_id" integer NOT NULL,
	"terminal_id" bigint NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"denied" integer DEFAULT 0 NOT NULL,
	"limited" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"reserved" integer DEFAULT 0 NOT NULL,
	"confirmed" integer DEFAULT 0 NOT NULL,
	"replayed" integer DEFAULT 0 NOT NULL,
	"ended" integer DEFAULT 0 NOT NULL,
	"expired" integer DEFAULT 0 NOT NULL,
	"clock_samples" integer DEFAULT 0 NOT NULL,
	"clock_seconds" integer,
	CONSTRAINT "terminal_hours_merchant_id_terminal_id_hour_pk" PRIMARY KEY("merchant_id","terminal_id","hour"),
	CONSTRAINT "terminal_hours_counts" CHECK (least("terminal_hours"."done", "terminal_hours"."refused", "terminal_hours"."denied", "terminal_hours"."limited", "terminal_hours"."failed", "terminal_hours"."reserved", "terminal_hours"."confirmed", "terminal_hours"."replayed",
        "terminal_hours"."expired", "terminal_hours"."clock_samples", "terminal_hours"."ended" - "terminal_hours"."expired") >= 0),
	CONSTRAINT "terminal_hours_clock" CHECK (("terminal_hours"."clock_samples" = 0) = ("terminal_hours"."clock_seconds" is null))
);
--> statement-breakpoint
CREATE TABLE "terminals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "terminals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"merchant_id" integer NOT NULL,
	"terminal" text DEFAULT '' NOT NULL,
	"from_address" text DEFAULT '' NOT NULL,
	"from_adapter" text DEFAULT '' NOT NULL,
	"name" text,
	"note" text,
	"branch_id" integer,
	"api_key_id" integer,
	"oauth_client_id" integer,
	"secret_at" timestamp with time zone,
	"first_seen_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"last_call_at" timestamp with time zone,
	"last_token_at" timestamp with time zone,
	"last_sale_at" timestamp with time zone,
	"address" text,
	"user_agent" text,
	"user_agent_since" timestamp with time zone,
	"previous_user_agent" text,
	"refused_at" timestamp with time zone,
	"refused_reason" text,
	"refused_operation" text,
	"refused_address" text,
	"archived_at" timestamp with time zone,
	CONSTRAINT "terminals_merchantId_id_unique" UNIQUE("merchant_id","id"),
	CONSTRAINT "terminals_of_merchant" UNIQUE("merchant_id","terminal","from_address","from_adapter"),
	CONSTRAINT "terminals_terminal" CHECK ("terminals"."terminal" ~ '^[A-Za-z0-9._:-]{0,64}$'),
	CONSTRAINT "terminals_unidentified" CHECK ("terminals"."terminal" = '' or ("terminals"."from_address" = '' and "terminals"."from_adapter" = '')),
	CONSTRAINT "terminals_name" CHECK (char_length("terminals"."name") between 1 and 60),
	CONSTRAINT "terminals_note" CHECK (char_length("terminals"."note") between 1 and 500),
	CONSTRAINT "terminals_credential" CHECK (num_nonnulls("terminals"."api_key_id", "terminals"."oauth_client_id") <= 1),
	CONSTRAINT "terminals_refused" CHECK (("terminals"."refused_at" is null) = ("terminals"."refused_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "terminal_fleets" ADD CONSTRAINT "terminal_fleets_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terminal_hours" ADD CONSTRAINT "terminal_hours_terminal" FOREIGN KEY ("merchant_id","terminal_id") REFERENCES "public"."terminals"("merchant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terminals" ADD CONSTRAINT "terminals_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terminals" ADD CONSTRAINT "terminals_merchant_id_branch_id_branches_merchant_id_id_fk" FOREIGN KEY ("merchant_id","branch_id") REFERENCES "public"."branches"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terminals" ADD CONSTRAINT "terminals_api_key" FOREIGN KEY ("merchant_id","api_key_id") REFERENCES "public"."api_keys"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terminals" ADD CONSTRAINT "terminals_oauth_client" FOREIGN KEY ("merchant_id","oauth_client_id") REFERENCES "public"."oauth_clients"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "terminal_hours_of_merchant" ON "terminal_hours" USING btree ("merchant_id","hour");--> statement-breakpoint
CREATE INDEX "terminal_hours_hour_index" ON "terminal_hours" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "terminals_seen_at_index" ON "terminals" USING btree ("seen_at");