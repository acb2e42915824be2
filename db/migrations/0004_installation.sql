CREATE TABLE "installation" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"data_key_digest" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "installation_is_one" CHECK ("installation"."id" = 1),
	CONSTRAINT "installation_data_key_digest" CHECK (octet_length("installation"."data_key_digest") = 32)
);
