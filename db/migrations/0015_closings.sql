CREATE TABLE "closing_comparisons" (
	"merchant_id" integer NOT NULL,
	"closing_id" bigint NOT NULL,
	"basis" text NOT NULL,
	"ours_amount" numeric(20, 2) NOT NULL,
	"theirs_amount" numeric(20, 2) NOT NULL,
	"equal_count" integer NOT NULL,
	CONSTRAINT "closing_comparisons_merchant_id_closing_id_pk" PRIMARY KEY("merchant_id","closing_id"),
	CONSTRAINT "closing_comparisons_basis" CHECK ("closing_comparisons"."basis" in ('final', 'purchase')),
	CONSTRAINT "closing_comparisons_equal" CHECK ("closing_comparisons"."equal_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "closing_consumptions" (
	"merchant_id" integer NOT NULL,
	"closing_id" bigint NOT NULL,
	"consumption_id" bigint NOT NULL,
	"standing" boolean DEFAULT true NOT NULL,
	"late_of" date,
	CONSTRAINT "closing_consumptions_merchant_id_closing_id_consumption_id_pk" PRIMARY KEY("merchant_id","closing_id","consumption_id")
);
--> statement-breakpoint
CREATE TABLE "closing_differences" (
	"merchant_id" integer NOT NULL,
	"closing_id" bigint NOT NULL,
	"reference" text NOT NULL,
	"ours_amount" numeric(20, 2),
	"theirs_amount" numeric(20, 2),
	"reason" text NOT NULL,
	"note" text,
	CONSTRAINT "closing_differences_merchant_id_closing_id_reference_pk" PRIMARY KEY("merchant_id","closing_id","reference"),
	CONSTRAINT "closing_differences_differ" CHECK ("closing_differences"."ours_amount" is distinct from "closing_differences"."theirs_amount"),
	CONSTRAINT "closing_differences_reference_length" CHECK (char_length("closing_differences"."reference") between 1 and 500),
	CONSTRAINT "closing_differences_reason" CHECK ("closing_differences"."reason" in ('other_day', 'returned', 'corrected', 'mistyped', 'not_registered', 'other')),
	CONSTRAINT "closing_differences_other" CHECK ("closing_differences"."reason" <> 'other' or "closing_differences"."note" is not null),
	CONSTRAINT "closing_differences_note_length" CHECK (char_length("closing_differences"."note") between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "closings" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "closings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"merchant_id" integer NOT NULL,
	"branch_id" integer,
	"day" date NOT NULL,
	"closed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_by" integer NOT NULL,
	"authorized_count" integer NOT NULL,
	"authorized_discount" numeric(20, 2) NOT NULL,
	"expired_count" integer NOT NULL,
	"expired_discount" numeric(20, 2) NOT NULL,
	"released_count" integer NOT NULL,
	"released_discount" numeric(20, 2) NOT NULL,
	"active_count" integer NOT NULL,
	"active_discount" numeric(20, 2) NOT NULL,
	"consumed_count" integer NOT NULL,
	"purchase_amount" numeric(20, 2) NOT NULL,
	"discount_amount" numeric(20, 2) NOT NULL,
	"final_amount" numeric(20, 2) NOT NULL,
	"late_count" integer NOT NULL,
	"late_purchase_amount" numeric(20, 2) NOT NULL,
	"late_discount_amount" numeric(20, 2) NOT NULL,
	"late_final_amount" numeric(20, 2) NOT NULL,
	"standing" boolean DEFAULT true NOT NULL,
	"reopened_at" timestamp with time zone,
	"reopened_by" integer,
	"reopen_reason" text,
	CONSTRAINT "closings_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "closings_standing" UNIQUE("merchant_id","id","standing"),
	CONSTRAINT "closings_reopened" CHECK (num_nonnulls("closings"."reopened_at", "closings"."reopened_by", "closings"."reopen_reason") = case when "closings"."standing" then 0 else 3 end),
	CONSTRAINT "closings_reason_length" CHECK (char_length("closings"."reopen_reason") between 1 and 300),
	CONSTRAINT "closings_counts" CHECK (least("closings"."expired_count", "closings"."released_count", "closings"."active_count", "closings"."consumed_count", "closings"."late_count") >= 0
          and "closings"."authorized_count" >= "closings"."expired_count" + "closings"."released_count" + "closings"."active_count"),
	CONSTRAINT "closings_amounts" CHECK ("closings"."final_amount" = "closings"."purchase_amount" - "closings"."discount_amount"
          and "closings"."late_final_amount" = "closings"."late_purchase_amount" - "closings"."late_discount_amount")
);
--> statement-breakpoint
ALTER TABLE "closing_comparisons" ADD CONSTRAINT "closing_comparisons_closing" FOREIGN KEY ("merchant_id","closing_id") REFERENCES "public"."closings"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closing_consumptions" ADD CONSTRAINT "closing_consumptions_closing" FOREIGN KEY ("merchant_id","closing_id","standing") REFERENCES "public"."closings"("merchant_id","id","standing") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "closing_consumptions" ADD CONSTRAINT "closing_consumptions_consumption" FOREIGN KEY ("merchant_id","consumption_id") REFERENCES "public"."consumptions"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closing_differences" ADD CONSTRAINT "closing_differences_comparison" FOREIGN KEY ("merchant_id","closing_id") REFERENCES "public"."closing_comparisons"("merchant_id","closing_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closings" ADD CONSTRAINT "closings_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closings" ADD CONSTRAINT "closings_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closings" ADD CONSTRAINT "closings_reopened_by_users_id_fk" FOREIGN KEY ("reopened_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closings" ADD CONSTRAINT "closings_merchant_id_branch_id_branches_merchant_id_id_fk" FOREIGN KEY ("merchant_id","branch_id") REFERENCES "public"."branches"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "closing_consumptions_once" ON "closing_consumptions" USING btree ("merchant_id","consumption_id") WHERE "closing_consumptions"."standing";--> statement-breakpoint
CREATE INDEX "closing_consumptions_late" ON "closing_consumptions" USING btree ("merchant_id","late_of") WHERE "closing_consumptions"."late_of" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "closings_one_standing" ON "closings" USING btree ("merchant_id",coalesce("branch_id", 0),"day") WHERE "closings"."standing";--> statement-breakpoint
CREATE INDEX "closings_closed" ON "closings" USING btree ("merchant_id","closed_at","id");
--> statement-breakpoint
-- What was closed never changes: a closing is reopened once, which gives its consumptions back, and nothing else of it is written.
CREATE TRIGGER closings_frozen BEFORE DELETE OR TRUNCATE OR UPDATE OF id, merchant_id, branch_id, day, closed_at, closed_by,
  authorized_count, authorized_discount, expired_count, expired_discount, released_count, released_discount, active_count,
  active_discount, consumed_count, purchase_amount, discount_amount, final_amount, late_count, late_purchase_amount,
  late_discount_amount, late_final_amount ON closings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER closings_reopened_once BEFORE UPDATE ON closings
  FOR EACH ROW WHEN (NOT OLD.standing) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER closing_consumptions_frozen BEFORE DELETE OR TRUNCATE OR UPDATE OF consumption_id, late_of ON closing_consumptions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER closing_comparisons_frozen BEFORE UPDATE OR DELETE OR TRUNCATE ON closing_comparisons
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER closing_differences_frozen BEFORE UPDATE OR DELETE OR TRUNCATE ON closing_differences
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Who had every permission of a merchant has this new one too, and so will who is invited to have every one.
UPDATE merchant_memberships SET permissions = permissions || '{merchant.closings.manage}'
  WHERE permissions @> '{merchant.integrations.manage,merchant.consumptions.read,merchant.discounts.manage,merchant.catalog.manage,merchant.team.manage}'
    AND NOT permissions @> '{merchant.closings.manage}';
--> statement-breakpoint
UPDATE invitations SET permissions = permissions || '{merchant.closings.manage}'
  WHERE merchant_id IS NOT NULL AND accepted_at IS NULL AND withdrawn_at IS NULL
    AND permissions @> '{merchant.integrations.manage,merchant.consumptions.read,merchant.discounts.manage,merchant.catalog.manage,merchant.team.manage}'
    AND NOT permissions @> '{merchant.closings.manage}';
