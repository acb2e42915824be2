-- D68. A member of a merchant may redeem by hand, at the till in the browser. What a member made has no credential, and a row that
-- says who it was. The checks that wanted a credential go; triggers want one maker of three instead.
CREATE TABLE "member_authorizations" (
	"merchant_id" integer NOT NULL,
	"authorization_id" bigint NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "member_authorizations_merchant_id_authorization_id_pk" PRIMARY KEY("merchant_id","authorization_id")
);
--> statement-breakpoint
CREATE TABLE "member_consumptions" (
	"merchant_id" integer NOT NULL,
	"consumption_id" bigint NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "member_consumptions_merchant_id_consumption_id_pk" PRIMARY KEY("merchant_id","consumption_id")
);
--> statement-breakpoint
ALTER TABLE "authorizations" DROP CONSTRAINT "authorizations_credential";--> statement-breakpoint
ALTER TABLE "consumptions" DROP CONSTRAINT "consumptions_credential";--> statement-breakpoint
ALTER TABLE "member_authorizations" ADD CONSTRAINT "member_authorizations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_authorizations" ADD CONSTRAINT "member_authorizations_merchant_id_authorization_id_authorizations_merchant_id_id_fk" FOREIGN KEY ("merchant_id","authorization_id") REFERENCES "public"."authorizations"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_consumptions" ADD CONSTRAINT "member_consumptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_consumptions" ADD CONSTRAINT "member_consumptions_merchant_id_consumption_id_consumptions_merchant_id_id_fk" FOREIGN KEY ("merchant_id","consumption_id") REFERENCES "public"."consumptions"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "member_authorizations_user" ON "member_authorizations" USING btree ("merchant_id","user_id","authorization_id");--> statement-breakpoint
CREATE INDEX "member_consumptions_user" ON "member_consumptions" USING btree ("merchant_id","user_id","consumption_id");
--> statement-breakpoint
-- Asked when the transaction ends, since the row that says who it was follows the record. The statements of the merchants' systems
-- never come here: they name one credential.
CREATE FUNCTION require_one_maker() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  by_member boolean;
BEGIN
  IF TG_TABLE_NAME = 'authorizations' THEN
    by_member := EXISTS (
      SELECT FROM member_authorizations WHERE merchant_id = NEW.merchant_id AND authorization_id = NEW.id);
  ELSE
    by_member := EXISTS (
      SELECT FROM member_consumptions WHERE merchant_id = NEW.merchant_id AND consumption_id = NEW.id);
  END IF;
  IF num_nonnulls(NEW.api_key_id, NEW.oauth_client_id) > 1 OR NOT by_member THEN
    RAISE check_violation USING MESSAGE = 'a record has one maker: a key, a client or a member', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER authorizations_maker AFTER INSERT OR UPDATE OF api_key_id, oauth_client_id ON authorizations
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (num_nonnulls(NEW.api_key_id, NEW.oauth_client_id) <> 1)
  EXECUTE FUNCTION require_one_maker();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER consumptions_maker AFTER INSERT OR UPDATE OF api_key_id, oauth_client_id ON consumptions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (num_nonnulls(NEW.api_key_id, NEW.oauth_client_id) <> 1)
  EXECUTE FUNCTION require_one_maker();
--> statement-breakpoint
-- Who may do everything in a merchant's office may go on doing everything.
UPDATE merchant_memberships SET permissions = permissions || '{merchant.redemptions.make}'
  WHERE permissions @> '{merchant.integrations.manage,merchant.consumptions.read,merchant.discounts.manage,merchant.catalog.manage,merchant.team.manage}'
    AND NOT permissions @> '{merchant.redemptions.make}';
