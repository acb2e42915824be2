ALTER TABLE "users" ADD COLUMN "totp_key_generation" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "totp_pending_key_generation" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "key_generation" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "key_generation" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "old_data_key_digest" "bytea";--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "carried_keys" "bytea";--> statement-breakpoint
ALTER TABLE "collaborators" ADD COLUMN "key_generation" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "collaborators" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "collaborators_identification" ON "collaborators" USING btree ("identification_hmac");--> statement-breakpoint
ALTER TABLE "installation" ADD CONSTRAINT "installation_key_generation" CHECK ("installation"."key_generation" >= 1 and ("installation"."key_generation" > 1 or num_nonnulls("installation"."old_data_key_digest", "installation"."carried_keys") = 0));--> statement-breakpoint
ALTER TABLE "collaborators" ADD CONSTRAINT "collaborators_erased" CHECK ("collaborators"."erased_at" is null or (not "collaborators"."active" and "collaborators"."email" is null and octet_length("collaborators"."identification_ciphertext") = 0
        and "collaborators"."first_name" = '' and "collaborators"."last_name" = ''));--> statement-breakpoint
-- ADR-0060. The generation of DATA_KEY with which is written now. Who writes holds it until the transaction ends, so that a change of
-- the key waits for them; a process of before the change is then refused, and writes nothing that others would not find.
CREATE FUNCTION hold_key_generation() RETURNS int LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(60, 1);
  RETURN coalesce((SELECT key_generation FROM installation WHERE id = 1), 1);
END $$;
--> statement-breakpoint
CREATE FUNCTION lock_key_generation() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(60, 1);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION lock_key_generation() FROM PUBLIC;
--> statement-breakpoint
-- What is written under a key stands under the present one. The argument names the column with its generation.
CREATE FUNCTION require_key_generation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(NEW) ->> TG_ARGV[0])::int <> hold_key_generation() THEN
    RAISE check_violation USING CONSTRAINT = TG_TABLE_NAME || '_' || TG_ARGV[0],
      MESSAGE = format('a row of %s would stand under a key of another generation', TG_TABLE_NAME);
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER require_key_generation BEFORE INSERT ON collaborators
  FOR EACH ROW EXECUTE FUNCTION require_key_generation('key_generation');
--> statement-breakpoint
-- Nor does anybody become active under another key: of two rows of one person, one index sees both (D31).
CREATE TRIGGER require_key_generation_again BEFORE UPDATE ON collaborators
  FOR EACH ROW WHEN (NEW.active AND NOT OLD.active OR NEW.identification_hmac <> OLD.identification_hmac
    OR NEW.identification_ciphertext <> OLD.identification_ciphertext OR NEW.key_generation <> OLD.key_generation)
  EXECUTE FUNCTION require_key_generation('key_generation');
--> statement-breakpoint
CREATE TRIGGER require_key_generation BEFORE INSERT OR UPDATE OF sealed_rows, key_generation ON imports
  FOR EACH ROW WHEN (NEW.sealed_rows IS NOT NULL) EXECUTE FUNCTION require_key_generation('key_generation');
--> statement-breakpoint
CREATE TRIGGER require_totp_key_generation BEFORE INSERT OR UPDATE OF totp_secret, totp_key_generation ON users
  FOR EACH ROW WHEN (NEW.totp_secret IS NOT NULL) EXECUTE FUNCTION require_key_generation('totp_key_generation');
--> statement-breakpoint
CREATE TRIGGER require_totp_pending_key_generation
  BEFORE INSERT OR UPDATE OF totp_pending_secret, totp_pending_key_generation ON users
  FOR EACH ROW WHEN (NEW.totp_pending_secret IS NOT NULL)
  EXECUTE FUNCTION require_key_generation('totp_pending_key_generation');
