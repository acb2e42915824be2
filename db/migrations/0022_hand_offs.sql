CREATE TABLE "hand_off_watches" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"merchant_id" integer NOT NULL,
	"api_key_id" integer,
	"oauth_client_id" integer,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "hand_off_watches_of_one" CHECK (num_nonnulls("hand_off_watches"."api_key_id", "hand_off_watches"."oauth_client_id") = 1),
	CONSTRAINT "hand_off_watches_token_hash" CHECK (octet_length("hand_off_watches"."token_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "hand_offs" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "hand_offs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"merchant_id" integer NOT NULL,
	"api_key_id" integer,
	"oauth_client_id" integer,
	"handle_hash" "bytea" NOT NULL,
	"ciphertext" "bytea" NOT NULL,
	"branch_id" integer,
	"terminal" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "hand_offs_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "hand_offs_handleHash_unique" UNIQUE("handle_hash"),
	CONSTRAINT "hand_offs_of_one" CHECK (num_nonnulls("hand_offs"."api_key_id", "hand_offs"."oauth_client_id") = 1),
	CONSTRAINT "hand_offs_handle_hash" CHECK (octet_length("hand_offs"."handle_hash") = 32),
	CONSTRAINT "hand_offs_ciphertext" CHECK (octet_length("hand_offs"."ciphertext") between 29 and 256),
	CONSTRAINT "hand_offs_terminal" CHECK ("hand_offs"."terminal" ~ '^[A-Za-z0-9._:-]{1,64}$'),
	CONSTRAINT "hand_offs_hours" CHECK ("hand_offs"."expires_at" > "hand_offs"."created_at" and "hand_offs"."expires_at" <= "hand_offs"."created_at" + interval '72 hours')
);
--> statement-breakpoint
ALTER TABLE "hand_off_watches" ADD CONSTRAINT "hand_off_watches_api_key" FOREIGN KEY ("merchant_id","api_key_id") REFERENCES "public"."api_keys"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_off_watches" ADD CONSTRAINT "hand_off_watches_oauth_client" FOREIGN KEY ("merchant_id","oauth_client_id") REFERENCES "public"."oauth_clients"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_offs" ADD CONSTRAINT "hand_offs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_offs" ADD CONSTRAINT "hand_offs_api_key" FOREIGN KEY ("merchant_id","api_key_id") REFERENCES "public"."api_keys"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_offs" ADD CONSTRAINT "hand_offs_oauth_client" FOREIGN KEY ("merchant_id","oauth_client_id") REFERENCES "public"."oauth_clients"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_offs" ADD CONSTRAINT "hand_offs_merchant_id_branch_id_branches_merchant_id_id_fk" FOREIGN KEY ("merchant_id","branch_id") REFERENCES "public"."branches"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hand_off_watches_api_key_id_index" ON "hand_off_watches" USING btree ("api_key_id");--> statement-breakpoint
CREATE INDEX "hand_off_watches_oauth_client_id_index" ON "hand_off_watches" USING btree ("oauth_client_id");--> statement-breakpoint
CREATE INDEX "hand_off_watches_expires_at_index" ON "hand_off_watches" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "hand_offs_api_key_id_index" ON "hand_offs" USING btree ("api_key_id");--> statement-breakpoint
CREATE INDEX "hand_offs_oauth_client_id_index" ON "hand_offs" USING btree ("oauth_client_id");--> statement-breakpoint
CREATE INDEX "hand_offs_expires_at_index" ON "hand_offs" USING btree ("expires_at");
--> statement-breakpoint
-- Whoever ends a credential or replaces its secret, by whichever way, ends with it what would still hand the secret over.
CREATE FUNCTION end_hand_offs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'api_keys' THEN
    DELETE FROM hand_offs WHERE api_key_id = NEW.id;
    DELETE FROM hand_off_watches WHERE api_key_id = NEW.id;
  ELSE
    DELETE FROM hand_offs WHERE oauth_client_id = NEW.id;
    DELETE FROM hand_off_watches WHERE oauth_client_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER end_hand_offs AFTER UPDATE OF revoked_at, secret_hash ON api_keys
  FOR EACH ROW WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at OR OLD.secret_hash <> NEW.secret_hash)
  EXECUTE FUNCTION end_hand_offs();
--> statement-breakpoint
CREATE TRIGGER end_hand_offs AFTER UPDATE OF deleted_at, secret_hash ON oauth_clients
  FOR EACH ROW WHEN (OLD.deleted_at IS DISTINCT FROM NEW.deleted_at OR OLD.secret_hash <> NEW.secret_hash)
  EXECUTE FUNCTION end_hand_offs();
