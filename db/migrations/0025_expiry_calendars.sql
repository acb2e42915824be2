CREATE TABLE "expiry_calendars" (
	"merchant_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "expiry_calendars_merchant_id_user_id_pk" PRIMARY KEY("merchant_id","user_id"),
	CONSTRAINT "expiry_calendars_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "expiry_calendars_token_hash" CHECK (octet_length("expiry_calendars"."token_hash") = 32)
);
--> statement-breakpoint
ALTER TABLE "expiry_calendars" ADD CONSTRAINT "expiry_calendars_member" FOREIGN KEY ("user_id","merchant_id") REFERENCES "public"."merchant_memberships"("user_id","merchant_id") ON DELETE cascade ON UPDATE no action;