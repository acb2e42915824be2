CREATE TABLE "known_devices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "known_devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"second_step" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_devices_tokenHash_purpose_email_unique" UNIQUE("token_hash","purpose","email"),
	CONSTRAINT "known_devices_purpose" CHECK ("known_devices"."purpose" in ('office', 'own_benefits')),
	CONSTRAINT "known_devices_email_is_lower_case" CHECK ("known_devices"."email" = lower("known_devices"."email")),
	CONSTRAINT "known_devices_token_hash" CHECK (octet_length("known_devices"."token_hash") = 32)
);
--> statement-breakpoint
CREATE INDEX "known_devices_purpose_email_index" ON "known_devices" USING btree ("purpose","email");--> statement-breakpoint
CREATE INDEX "known_devices_last_used_at_index" ON "known_devices" USING btree ("last_used_at");