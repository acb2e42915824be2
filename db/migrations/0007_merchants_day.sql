CREATE TABLE "affiliation_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "affiliation_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"merchant_id" integer NOT NULL,
	"company_id" integer NOT NULL,
	"requested_by" text NOT NULL,
	"message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by_user_id" integer NOT NULL,
	"outcome" text,
	"ended_at" timestamp with time zone,
	"ended_by_user_id" integer,
	CONSTRAINT "affiliation_requests_requested_by" CHECK ("affiliation_requests"."requested_by" in ('merchant', 'company')),
	CONSTRAINT "affiliation_requests_outcome" CHECK ("affiliation_requests"."outcome" in ('accepted', 'declined', 'withdrawn')),
	CONSTRAINT "affiliation_requests_end" CHECK (("affiliation_requests"."outcome" is null) = ("affiliation_requests"."ended_at" is null) and ("affiliation_requests"."outcome" is null) = ("affiliation_requests"."ended_by_user_id" is null)),
	CONSTRAINT "affiliation_requests_message" CHECK (char_length("affiliation_requests"."message") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "collaborator_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "collaborator_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"collaborator_id" bigint NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"address" text,
	CONSTRAINT "collaborator_links_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "collaborator_links_token_hash" CHECK (octet_length("collaborator_links"."token_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "collaborator_sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "collaborator_sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_hash" "bytea" NOT NULL,
	"collaborator_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"address" text,
	"user_agent" text,
	CONSTRAINT "collaborator_sessions_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "collaborator_sessions_token_hash" CHECK (octet_length("collaborator_sessions"."token_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"merchant_id" integer,
	"company_id" integer,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"sealed_rows" "bytea",
	"applied_at" timestamp with time zone,
	CONSTRAINT "imports_kind" CHECK ("imports"."kind" in ('articles', 'collaborators')),
	CONSTRAINT "imports_of_one" CHECK (num_nonnulls("imports"."merchant_id", "imports"."company_id") = 1),
	CONSTRAINT "imports_applied" CHECK ("imports"."applied_at" is null or "imports"."sealed_rows" is null)
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "company_id" integer;--> statement-breakpoint
ALTER TABLE "discounts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "affiliation_requests" ADD CONSTRAINT "affiliation_requests_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliation_requests" ADD CONSTRAINT "affiliation_requests_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliation_requests" ADD CONSTRAINT "affiliation_requests_created_by_user_id_users_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliation_requests" ADD CONSTRAINT "affiliation_requests_ended_by_user_id_users_id_fk" FOREIGN KEY ("ended_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaborator_links" ADD CONSTRAINT "collaborator_links_collaborator_id_collaborators_id_fk" FOREIGN KEY ("collaborator_id") REFERENCES "public"."collaborators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaborator_sessions" ADD CONSTRAINT "collaborator_sessions_collaborator_id_collaborators_id_fk" FOREIGN KEY ("collaborator_id") REFERENCES "public"."collaborators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "affiliation_requests_merchant_id_id_index" ON "affiliation_requests" USING btree ("merchant_id","id");--> statement-breakpoint
CREATE INDEX "affiliation_requests_company_id_id_index" ON "affiliation_requests" USING btree ("company_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "affiliation_requests_one_open" ON "affiliation_requests" USING btree ("merchant_id","company_id") WHERE "affiliation_requests"."outcome" is null;--> statement-breakpoint
CREATE INDEX "collaborator_links_collaborator_id_index" ON "collaborator_links" USING btree ("collaborator_id");--> statement-breakpoint
CREATE INDEX "collaborator_links_expires_at_index" ON "collaborator_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "collaborator_sessions_collaborator_id_index" ON "collaborator_sessions" USING btree ("collaborator_id");--> statement-breakpoint
CREATE INDEX "collaborator_sessions_expires_at_index" ON "collaborator_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "imports_merchant_id_index" ON "imports" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "imports_company_id_index" ON "imports" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "imports_expires_at_index" ON "imports" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collaborators_email" ON "collaborators" USING btree (lower("email")) WHERE "collaborators"."active";--> statement-breakpoint
CREATE INDEX "authorizations_authorized" ON "authorizations" USING btree ("merchant_id","authorized_at","id");--> statement-breakpoint
CREATE INDEX "consumptions_company" ON "consumptions" USING btree ("merchant_id","company_id","registered_at","id");--> statement-breakpoint
CREATE INDEX "consumptions_discount" ON "consumptions" USING btree ("merchant_id","discount_id","registered_at","id");--> statement-breakpoint
CREATE INDEX "consumptions_api_key" ON "consumptions" USING btree ("merchant_id","api_key_id","registered_at","id") WHERE "consumptions"."api_key_id" is not null;--> statement-breakpoint
CREATE INDEX "consumptions_oauth_client" ON "consumptions" USING btree ("merchant_id","oauth_client_id","registered_at","id") WHERE "consumptions"."oauth_client_id" is not null;--> statement-breakpoint
CREATE INDEX "consumptions_reference" ON "consumptions" USING btree ("merchant_id","reference","id");--> statement-breakpoint
CREATE INDEX "consumptions_of_company" ON "consumptions" USING btree ("company_id","registered_at","id");--> statement-breakpoint
CREATE INDEX "consumptions_of_collaborator" ON "consumptions" USING btree ("collaborator_id","registered_at","id");