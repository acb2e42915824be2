CREATE TABLE "company_memberships" (
	"user_id" integer NOT NULL,
	"company_id" integer NOT NULL,
	"permissions" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_memberships_user_id_company_id_pk" PRIMARY KEY("user_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "merchant_memberships" (
	"user_id" integer NOT NULL,
	"merchant_id" integer NOT NULL,
	"permissions" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "merchant_memberships_user_id_merchant_id_pk" PRIMARY KEY("user_id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_is_lower_case" CHECK ("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"occurred_at" timestamp with time zone DEFAULT now() NOT NULL,
	"merchant_id" integer,
	"company_id" integer,
	"actor" text NOT NULL,
	"user_id" integer,
	"action" text NOT NULL,
	"outcome" text DEFAULT 'done' NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"address" text,
	"user_agent" text,
	"request_id" text,
	CONSTRAINT "audit_events_actor" CHECK ("audit_events"."actor" in ('user', 'operator', 'service') and ("audit_events"."actor" = 'user') = ("audit_events"."user_id" is not null)),
	CONSTRAINT "audit_events_outcome" CHECK ("audit_events"."outcome" in ('done', 'denied'))
);
--> statement-breakpoint
CREATE TABLE "access_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"merchant_id" integer NOT NULL,
	"oauth_client_id" integer NOT NULL,
	"permissions" text[] NOT NULL,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "access_tokens_token_hash" CHECK (octet_length("access_tokens"."token_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"merchant_id" integer NOT NULL,
	"key" text,
	"name" text NOT NULL,
	"permissions" text[] NOT NULL,
	"prefix" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoked_by" integer,
	"last_used_at" timestamp with time zone,
	"last_used_address" text,
	"last_used_user_agent" text,
	CONSTRAINT "api_keys_prefix_unique" UNIQUE("prefix"),
	CONSTRAINT "api_keys_merchantId_id_unique" UNIQUE("merchant_id","id"),
	CONSTRAINT "api_keys_merchantId_key_unique" UNIQUE("merchant_id","key"),
	CONSTRAINT "api_keys_prefix" CHECK ("api_keys"."prefix" ~ '^[A-Za-z0-9]{16}$'),
	CONSTRAINT "api_keys_secret_hash" CHECK (octet_length("api_keys"."secret_hash") = 32),
	CONSTRAINT "api_keys_validity" CHECK ("api_keys"."expires_at" > "api_keys"."created_at"),
	CONSTRAINT "api_keys_permissions" CHECK (cardinality("api_keys"."permissions") > 0 and "api_keys"."permissions" <@ array['core.integrations', 'core.consumptions.read'])
);
--> statement-breakpoint
CREATE TABLE "oauth_clients" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "oauth_clients_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"merchant_id" integer NOT NULL,
	"key" text,
	"name" text NOT NULL,
	"permissions" text[] NOT NULL,
	"client_id" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"previous_secret_hash" "bytea",
	"rotated_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"deleted_at" timestamp with time zone,
	"deleted_by" integer,
	"last_token_at" timestamp with time zone,
	"last_token_address" text,
	"last_token_user_agent" text,
	"last_used_at" timestamp with time zone,
	"last_used_address" text,
	"last_used_user_agent" text,
	CONSTRAINT "oauth_clients_clientId_unique" UNIQUE("client_id"),
	CONSTRAINT "oauth_clients_merchantId_id_unique" UNIQUE("merchant_id","id"),
	CONSTRAINT "oauth_clients_merchantId_key_unique" UNIQUE("merchant_id","key"),
	CONSTRAINT "oauth_clients_client_id" CHECK ("oauth_clients"."client_id" ~ ('^m' || "oauth_clients"."merchant_id" || '-[a-z0-9]{16,}$')),
	CONSTRAINT "oauth_clients_secret_hash" CHECK (octet_length("oauth_clients"."secret_hash") = 32),
	CONSTRAINT "oauth_clients_permissions" CHECK (cardinality("oauth_clients"."permissions") > 0 and "oauth_clients"."permissions" <@ array['core.integrations', 'core.consumptions.read'])
);
--> statement-breakpoint
CREATE TABLE "affiliations" (
	"company_id" integer NOT NULL,
	"merchant_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "affiliations_company_id_merchant_id_pk" PRIMARY KEY("company_id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "article_categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "article_categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"merchant_id" integer NOT NULL,
	"key" text,
	"name" text NOT NULL,
	CONSTRAINT "article_categories_merchantId_id_unique" UNIQUE("merchant_id","id"),
	CONSTRAINT "article_categories_merchantId_key_unique" UNIQUE("merchant_id","key")
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "articles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"merchant_id" integer NOT NULL,
	"sku" text NOT NULL,
	"name" text NOT NULL,
	"article_category_id" integer,
	CONSTRAINT "articles_merchantId_id_unique" UNIQUE("merchant_id","id"),
	CONSTRAINT "articles_merchantId_sku_unique" UNIQUE("merchant_id","sku"),
	CONSTRAINT "articles_sku_is_trimmed" CHECK ("articles"."sku" = btrim("articles"."sku") and char_length("articles"."sku") between 1 and 64)
);
--> statement-breakpoint
CREATE TABLE "branches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "branches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"merchant_id" integer NOT NULL,
	"key" text,
	"name" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "branches_merchantId_id_unique" UNIQUE("merchant_id","id"),
	CONSTRAINT "branches_merchantId_key_unique" UNIQUE("merchant_id","key")
);
--> statement-breakpoint
CREATE TABLE "collaborator_types" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "collaborator_types_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"key" text,
	"name" text NOT NULL,
	CONSTRAINT "collaborator_types_companyId_id_unique" UNIQUE("company_id","id"),
	CONSTRAINT "collaborator_types_companyId_key_unique" UNIQUE("company_id","key")
);
--> statement-breakpoint
CREATE TABLE "collaborators" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "collaborators_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"collaborator_type_id" integer,
	"identification_type_id" integer NOT NULL,
	"identification_hmac" "bytea" NOT NULL,
	"identification_ciphertext" "bytea" NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collaborators_companyId_id_unique" UNIQUE("company_id","id"),
	CONSTRAINT "collaborators_companyId_identificationTypeId_identificationHmac_unique" UNIQUE("company_id","identification_type_id","identification_hmac"),
	CONSTRAINT "collaborators_identification_hmac" CHECK (octet_length("collaborators"."identification_hmac") = 32)
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "companies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text,
	"name" text NOT NULL,
	"legal_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "companies_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "discounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"merchant_id" integer NOT NULL,
	"key" text,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"discount_type" text NOT NULL,
	"discount_value" numeric(12, 2) NOT NULL,
	"scope" text NOT NULL,
	"article_category_id" integer,
	"article_id" integer,
	"valid_from" timestamp with time zone NOT NULL,
	"valid_to" timestamp with time zone NOT NULL,
	"uses_per_collaborator_per_day" integer,
	"uses_total" integer,
	"budget" numeric(14, 2),
	"minimum_purchase" numeric(12, 2),
	"maximum_discount" numeric(12, 2),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discounts_merchantId_id_unique" UNIQUE("merchant_id","id"),
	CONSTRAINT "discounts_merchantId_key_unique" UNIQUE("merchant_id","key"),
	CONSTRAINT "discounts_status" CHECK ("discounts"."status" in ('draft', 'published', 'paused', 'ended')),
	CONSTRAINT "discounts_type" CHECK ("discounts"."discount_type" in ('PCT', 'AMT')),
	CONSTRAINT "discounts_value" CHECK ("discounts"."discount_value" > 0 and ("discounts"."discount_type" = 'AMT' or "discounts"."discount_value" <= 100) and "discounts"."discount_value" <= 999999999.99),
	CONSTRAINT "discounts_scope" CHECK (("discounts"."scope" = 'store' and "discounts"."article_category_id" is null and "discounts"."article_id" is null)
       or ("discounts"."scope" = 'category' and "discounts"."article_category_id" is not null and "discounts"."article_id" is null)
       or ("discounts"."scope" = 'article' and "discounts"."article_category_id" is null and "discounts"."article_id" is not null)),
	CONSTRAINT "discounts_validity" CHECK ("discounts"."valid_from" < "discounts"."valid_to"),
	CONSTRAINT "discounts_limits" CHECK ("discounts"."uses_per_collaborator_per_day" > 0 and "discounts"."uses_total" > 0 and "discounts"."budget" > 0 and "discounts"."minimum_purchase" > 0 and "discounts"."maximum_discount" > 0)
);
--> statement-breakpoint
CREATE TABLE "grants" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "grants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"merchant_id" integer NOT NULL,
	"discount_id" integer NOT NULL,
	"collaborator_type_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "grants_once" UNIQUE NULLS NOT DISTINCT("company_id","merchant_id","discount_id","collaborator_type_id")
);
--> statement-breakpoint
CREATE TABLE "identification_types" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "merchants" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "merchants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text,
	"name" text NOT NULL,
	"legal_id" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "merchants_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "authorizations" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "authorizations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"merchant_id" integer NOT NULL,
	"code" text NOT NULL,
	"reference" text NOT NULL,
	"status" text DEFAULT 'Authorized' NOT NULL,
	"discount_id" integer NOT NULL,
	"company_id" integer NOT NULL,
	"collaborator_id" bigint NOT NULL,
	"branch_id" integer,
	"api_key_id" integer,
	"oauth_client_id" integer,
	"purchase_amount" numeric(12, 2) NOT NULL,
	"discount_amount" numeric(12, 2) NOT NULL,
	"final_amount" numeric(12, 2) NOT NULL,
	"discount_type" text NOT NULL,
	"discount_value" numeric(12, 2) NOT NULL,
	"maximum_discount" numeric(12, 2),
	"scope" text NOT NULL,
	"matched_subtotal" numeric(30, 5),
	"items" jsonb,
	"authorized_at" timestamp with time zone DEFAULT now() NOT NULL,
	"local_day" date GENERATED ALWAYS AS ((authorized_at at time zone 'America/Santo_Domingo')::date) STORED NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "authorizations_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "authorizations_code" UNIQUE("merchant_id","code"),
	CONSTRAINT "authorizations_status" CHECK ("authorizations"."status" in ('Authorized', 'Consumed', 'Expired', 'Released')),
	CONSTRAINT "authorizations_ended" CHECK (("authorizations"."status" = 'Authorized') = ("authorizations"."ended_at" is null)),
	CONSTRAINT "authorizations_expiry" CHECK ("authorizations"."expires_at" > "authorizations"."authorized_at"),
	CONSTRAINT "authorizations_reference_length" CHECK (char_length("authorizations"."reference") between 1 and 64),
	CONSTRAINT "authorizations_credential" CHECK (num_nonnulls("authorizations"."api_key_id", "authorizations"."oauth_client_id") = 1),
	CONSTRAINT "authorizations_amounts" CHECK ("authorizations"."purchase_amount" > 0 and "authorizations"."purchase_amount" <= 999999999.99 and "authorizations"."discount_amount" >= 0
          and "authorizations"."final_amount" >= 0 and "authorizations"."final_amount" = "authorizations"."purchase_amount" - "authorizations"."discount_amount"),
	CONSTRAINT "authorizations_scope" CHECK (("authorizations"."scope" = 'store') = ("authorizations"."matched_subtotal" is null))
);
--> statement-breakpoint
CREATE TABLE "consumptions" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "consumptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"merchant_id" integer NOT NULL,
	"code" text NOT NULL,
	"authorization_id" bigint NOT NULL,
	"reference" text NOT NULL,
	"status" text DEFAULT 'Registered' NOT NULL,
	"discount_id" integer NOT NULL,
	"company_id" integer NOT NULL,
	"collaborator_id" bigint NOT NULL,
	"branch_id" integer,
	"api_key_id" integer,
	"oauth_client_id" integer,
	"purchase_amount" numeric(12, 2) NOT NULL,
	"discount_amount" numeric(12, 2) NOT NULL,
	"final_amount" numeric(12, 2) NOT NULL,
	"consumption_date" timestamp with time zone NOT NULL,
	"registered_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consumptions_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "consumptions_code" UNIQUE("merchant_id","code"),
	CONSTRAINT "consumptions_once" UNIQUE("merchant_id","authorization_id"),
	CONSTRAINT "consumptions_status" CHECK ("consumptions"."status" = 'Registered'),
	CONSTRAINT "consumptions_credential" CHECK (num_nonnulls("consumptions"."api_key_id", "consumptions"."oauth_client_id") = 1),
	CONSTRAINT "consumptions_amounts" CHECK ("consumptions"."purchase_amount" > 0 and "consumptions"."purchase_amount" <= 999999999.99 and "consumptions"."discount_amount" >= 0
          and "consumptions"."final_amount" >= 0 and "consumptions"."final_amount" = "consumptions"."purchase_amount" - "consumptions"."discount_amount")
);
--> statement-breakpoint
CREATE TABLE "discount_daily_usage" (
	"discount_id" integer NOT NULL,
	"collaborator_id" bigint NOT NULL,
	"local_day" date NOT NULL,
	"uses" integer NOT NULL,
	CONSTRAINT "discount_daily_usage_discount_id_collaborator_id_local_day_pk" PRIMARY KEY("discount_id","collaborator_id","local_day"),
	CONSTRAINT "discount_daily_usage_not_negative" CHECK ("discount_daily_usage"."uses" >= 0)
);
--> statement-breakpoint
CREATE TABLE "discount_usage" (
	"discount_id" integer PRIMARY KEY NOT NULL,
	"uses" integer NOT NULL,
	"amount" numeric(16, 2) NOT NULL,
	CONSTRAINT "discount_usage_not_negative" CHECK ("discount_usage"."uses" >= 0 and "discount_usage"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"merchant_id" integer NOT NULL,
	"key" uuid NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"authorization_id" bigint,
	"consumption_id" bigint,
	CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY("merchant_id","key"),
	CONSTRAINT "idempotency_keys_record" CHECK (num_nonnulls("idempotency_keys"."authorization_id", "idempotency_keys"."consumption_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "company_memberships" ADD CONSTRAINT "company_memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_memberships" ADD CONSTRAINT "company_memberships_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_memberships" ADD CONSTRAINT "merchant_memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_memberships" ADD CONSTRAINT "merchant_memberships_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_merchant_id_oauth_client_id_oauth_clients_merchant_id_id_fk" FOREIGN KEY ("merchant_id","oauth_client_id") REFERENCES "public"."oauth_clients"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_revoked_by_users_id_fk" FOREIGN KEY ("revoked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD CONSTRAINT "oauth_clients_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD CONSTRAINT "oauth_clients_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD CONSTRAINT "oauth_clients_deleted_by_users_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliations" ADD CONSTRAINT "affiliations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliations" ADD CONSTRAINT "affiliations_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_categories" ADD CONSTRAINT "article_categories_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_merchant_id_article_category_id_article_categories_merchant_id_id_fk" FOREIGN KEY ("merchant_id","article_category_id") REFERENCES "public"."article_categories"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "branches" ADD CONSTRAINT "branches_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaborator_types" ADD CONSTRAINT "collaborator_types_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaborators" ADD CONSTRAINT "collaborators_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaborators" ADD CONSTRAINT "collaborators_identification_type_id_identification_types_id_fk" FOREIGN KEY ("identification_type_id") REFERENCES "public"."identification_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaborators" ADD CONSTRAINT "collaborators_company_id_collaborator_type_id_collaborator_types_company_id_id_fk" FOREIGN KEY ("company_id","collaborator_type_id") REFERENCES "public"."collaborator_types"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_merchant_id_article_category_id_article_categories_merchant_id_id_fk" FOREIGN KEY ("merchant_id","article_category_id") REFERENCES "public"."article_categories"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_merchant_id_article_id_articles_merchant_id_id_fk" FOREIGN KEY ("merchant_id","article_id") REFERENCES "public"."articles"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_company_id_merchant_id_affiliations_company_id_merchant_id_fk" FOREIGN KEY ("company_id","merchant_id") REFERENCES "public"."affiliations"("company_id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_merchant_id_discount_id_discounts_merchant_id_id_fk" FOREIGN KEY ("merchant_id","discount_id") REFERENCES "public"."discounts"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_company_id_collaborator_type_id_collaborator_types_company_id_id_fk" FOREIGN KEY ("company_id","collaborator_type_id") REFERENCES "public"."collaborator_types"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_merchant_id_discount_id_discounts_merchant_id_id_fk" FOREIGN KEY ("merchant_id","discount_id") REFERENCES "public"."discounts"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_merchant_id_branch_id_branches_merchant_id_id_fk" FOREIGN KEY ("merchant_id","branch_id") REFERENCES "public"."branches"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_company_id_collaborator_id_collaborators_company_id_id_fk" FOREIGN KEY ("company_id","collaborator_id") REFERENCES "public"."collaborators"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_merchant_id_api_key_id_api_keys_merchant_id_id_fk" FOREIGN KEY ("merchant_id","api_key_id") REFERENCES "public"."api_keys"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_merchant_id_oauth_client_id_oauth_clients_merchant_id_id_fk" FOREIGN KEY ("merchant_id","oauth_client_id") REFERENCES "public"."oauth_clients"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consumptions" ADD CONSTRAINT "consumptions_merchant_id_authorization_id_authorizations_merchant_id_id_fk" FOREIGN KEY ("merchant_id","authorization_id") REFERENCES "public"."authorizations"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consumptions" ADD CONSTRAINT "consumptions_merchant_id_api_key_id_api_keys_merchant_id_id_fk" FOREIGN KEY ("merchant_id","api_key_id") REFERENCES "public"."api_keys"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consumptions" ADD CONSTRAINT "consumptions_merchant_id_oauth_client_id_oauth_clients_merchant_id_id_fk" FOREIGN KEY ("merchant_id","oauth_client_id") REFERENCES "public"."oauth_clients"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_daily_usage" ADD CONSTRAINT "discount_daily_usage_discount_id_discounts_id_fk" FOREIGN KEY ("discount_id") REFERENCES "public"."discounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_daily_usage" ADD CONSTRAINT "discount_daily_usage_collaborator_id_collaborators_id_fk" FOREIGN KEY ("collaborator_id") REFERENCES "public"."collaborators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_usage" ADD CONSTRAINT "discount_usage_discount_id_discounts_id_fk" FOREIGN KEY ("discount_id") REFERENCES "public"."discounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_merchant_id_authorization_id_authorizations_merchant_id_id_fk" FOREIGN KEY ("merchant_id","authorization_id") REFERENCES "public"."authorizations"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_merchant_id_consumption_id_consumptions_merchant_id_id_fk" FOREIGN KEY ("merchant_id","consumption_id") REFERENCES "public"."consumptions"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "audit_events_merchant_id_id_index" ON "audit_events" USING btree ("merchant_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_company_id_id_index" ON "audit_events" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "access_tokens_expires_at_index" ON "access_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_live_name" ON "api_keys" USING btree ("merchant_id","name") WHERE "api_keys"."revoked_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "oauth_clients_live_name" ON "oauth_clients" USING btree ("merchant_id","name") WHERE "oauth_clients"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "affiliations_merchant_id_index" ON "affiliations" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "articles_merchant_id_article_category_id_index" ON "articles" USING btree ("merchant_id","article_category_id");--> statement-breakpoint
CREATE UNIQUE INDEX "collaborators_one_employment" ON "collaborators" USING btree ("identification_type_id","identification_hmac") WHERE "collaborators"."active";--> statement-breakpoint
CREATE INDEX "grants_merchant_id_discount_id_index" ON "grants" USING btree ("merchant_id","discount_id");--> statement-breakpoint
CREATE UNIQUE INDEX "authorizations_one_active" ON "authorizations" USING btree ("merchant_id","reference") WHERE "authorizations"."status" = 'Authorized';--> statement-breakpoint
CREATE INDEX "authorizations_reference" ON "authorizations" USING btree ("merchant_id","reference","id");--> statement-breakpoint
CREATE INDEX "authorizations_overdue" ON "authorizations" USING btree ("expires_at") WHERE "authorizations"."status" = 'Authorized';--> statement-breakpoint
CREATE INDEX "consumptions_registered" ON "consumptions" USING btree ("merchant_id","registered_at","id");--> statement-breakpoint
CREATE INDEX "consumptions_branch" ON "consumptions" USING btree ("merchant_id","branch_id","registered_at","id");