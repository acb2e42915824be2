CREATE TABLE "invitations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"merchant_id" integer,
	"company_id" integer,
	"email" text NOT NULL,
	"permissions" text[] NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"invited_by" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"accepted_by" integer,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "invitations_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "invitations_to_one" CHECK (num_nonnulls("invitations"."merchant_id", "invitations"."company_id") = 1),
	CONSTRAINT "invitations_email_is_lower_case" CHECK ("invitations"."email" = lower("invitations"."email")),
	CONSTRAINT "invitations_token_hash" CHECK (octet_length("invitations"."token_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "password_resets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"address" text,
	CONSTRAINT "password_resets_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "password_resets_token_hash" CHECK (octet_length("password_resets"."token_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recovery_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"prefix" text NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_userId_prefix_unique" UNIQUE("user_id","prefix")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_hash" "bytea" NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"second_step_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"address" text,
	"user_agent" text,
	"merchant_id" integer,
	CONSTRAINT "sessions_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "sessions_token_hash" CHECK (octet_length("sessions"."token_hash") = 32),
	CONSTRAINT "sessions_end" CHECK (("sessions"."ended_at" is null) = ("sessions"."end_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"scope" text NOT NULL,
	"subject" text NOT NULL,
	"failures" integer NOT NULL,
	"last_failure_at" timestamp with time zone NOT NULL,
	"blocked_until" timestamp with time zone,
	CONSTRAINT "throttles_scope_subject_pk" PRIMARY KEY("scope","subject")
);
--> statement-breakpoint
CREATE TABLE "credential_calls" (
	"merchant_id" integer NOT NULL,
	"api_key_id" integer,
	"oauth_client_id" integer,
	"hour" timestamp with time zone NOT NULL,
	"outcome" text NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "credential_calls_of_hour" UNIQUE NULLS NOT DISTINCT("api_key_id","oauth_client_id","hour","outcome"),
	CONSTRAINT "credential_calls_of_one" CHECK (num_nonnulls("credential_calls"."api_key_id", "credential_calls"."oauth_client_id") = 1),
	CONSTRAINT "credential_calls_outcome" CHECK ("credential_calls"."outcome" in ('done', 'refused', 'denied', 'limited', 'failed')),
	CONSTRAINT "credential_calls_calls" CHECK ("credential_calls"."calls" > 0)
);
--> statement-breakpoint
CREATE TABLE "credential_refusals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credential_refusals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"merchant_id" integer NOT NULL,
	"api_key_id" integer,
	"oauth_client_id" integer,
	"occurred_at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"operation" text NOT NULL,
	"times" integer NOT NULL,
	"address" text,
	"user_agent" text,
	"request_id" text,
	CONSTRAINT "credential_refusals_of_one" CHECK (num_nonnulls("credential_refusals"."api_key_id", "credential_refusals"."oauth_client_id") = 1),
	CONSTRAINT "credential_refusals_times" CHECK ("credential_refusals"."times" > 0)
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text_body" text,
	"html_body" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"once_key" text,
	CONSTRAINT "mails_onceKey_unique" UNIQUE("once_key")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "password_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "language" text DEFAULT 'es' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "disabled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "totp_secret" "bytea";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "totp_pending_secret" "bytea";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "totp_enrolled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "totp_last_step" integer;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential_calls" ADD CONSTRAINT "credential_calls_api_key" FOREIGN KEY ("merchant_id","api_key_id") REFERENCES "public"."api_keys"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential_calls" ADD CONSTRAINT "credential_calls_oauth_client" FOREIGN KEY ("merchant_id","oauth_client_id") REFERENCES "public"."oauth_clients"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential_refusals" ADD CONSTRAINT "credential_refusals_api_key" FOREIGN KEY ("merchant_id","api_key_id") REFERENCES "public"."api_keys"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential_refusals" ADD CONSTRAINT "credential_refusals_oauth_client" FOREIGN KEY ("merchant_id","oauth_client_id") REFERENCES "public"."oauth_clients"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_merchant_id_index" ON "invitations" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "invitations_company_id_index" ON "invitations" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open_merchant" ON "invitations" USING btree ("merchant_id","email") WHERE "invitations"."accepted_at" is null and "invitations"."withdrawn_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open_company" ON "invitations" USING btree ("company_id","email") WHERE "invitations"."accepted_at" is null and "invitations"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "password_resets_user_id_index" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "throttles_last_failure_at_index" ON "throttles" USING btree ("last_failure_at");--> statement-breakpoint
CREATE INDEX "credential_calls_hour_index" ON "credential_calls" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "credential_refusals_api_key_id_id_index" ON "credential_refusals" USING btree ("api_key_id","id");--> statement-breakpoint
CREATE INDEX "credential_refusals_oauth_client_id_id_index" ON "credential_refusals" USING btree ("oauth_client_id","id");--> statement-breakpoint
CREATE INDEX "credential_refusals_occurred_at_index" ON "credential_refusals" USING btree ("occurred_at");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_attempt_at") WHERE "mails"."sent_at" is null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_language" CHECK ("users"."language" in ('es', 'en'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_totp" CHECK (("users"."totp_secret" is null) = ("users"."totp_enrolled_at" is null));