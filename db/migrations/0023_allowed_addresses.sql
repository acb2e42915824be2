ALTER TABLE "api_keys" ADD COLUMN "allowed_addresses" text[];--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD COLUMN "allowed_addresses" text[];--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_allowed_addresses" CHECK (cardinality("api_keys"."allowed_addresses") > 0);--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD CONSTRAINT "oauth_clients_allowed_addresses" CHECK (cardinality("oauth_clients"."allowed_addresses") > 0);