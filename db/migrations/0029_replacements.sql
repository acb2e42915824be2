ALTER TABLE "api_keys" ADD COLUMN "replaces_id" integer;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "quiet_hours" integer;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "canary" text;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD COLUMN "replaces_id" integer;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD COLUMN "quiet_hours" integer;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD COLUMN "canary" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_replaces" FOREIGN KEY ("merchant_id","replaces_id") REFERENCES "public"."api_keys"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD CONSTRAINT "oauth_clients_replaces" FOREIGN KEY ("merchant_id","replaces_id") REFERENCES "public"."oauth_clients"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_one_replacement" ON "api_keys" USING btree ("merchant_id","replaces_id") WHERE "api_keys"."revoked_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "oauth_clients_one_replacement" ON "oauth_clients" USING btree ("merchant_id","replaces_id") WHERE "oauth_clients"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_replacement" CHECK (("api_keys"."replaces_id" is null) = ("api_keys"."quiet_hours" is null) and ("api_keys"."replaces_id" is not null or "api_keys"."canary" is null)
    and "api_keys"."replaces_id" <> "api_keys"."id" and "api_keys"."quiet_hours" in (1, 24) and "api_keys"."canary" ~ '^[A-Za-z0-9._:-]{1,64}$');--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD CONSTRAINT "oauth_clients_replacement" CHECK (("oauth_clients"."replaces_id" is null) = ("oauth_clients"."quiet_hours" is null) and ("oauth_clients"."replaces_id" is not null or "oauth_clients"."canary" is null)
    and "oauth_clients"."replaces_id" <> "oauth_clients"."id" and "oauth_clients"."quiet_hours" in (1, 24) and "oauth_clients"."canary" ~ '^[A-Za-z0-9._:-]{1,64}$');