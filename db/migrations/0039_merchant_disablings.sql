CREATE TABLE "merchant_disablings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "merchant_disablings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"merchant_id" integer NOT NULL,
	"cause" text NOT NULL,
	"message" text NOT NULL,
	"ordered_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ordered_by" integer NOT NULL,
	"takes_effect_at" timestamp with time zone NOT NULL,
	"took_effect_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_by" integer,
	CONSTRAINT "merchant_disablings_cause" CHECK ("merchant_disablings"."cause" in ('requested', 'contract_ended', 'payment_pending', 'documents_missing', 'security', 'under_review', 'other')),
	CONSTRAINT "merchant_disablings_message" CHECK (char_length("merchant_disablings"."message") between 1 and 1000),
	CONSTRAINT "merchant_disablings_effect" CHECK ("merchant_disablings"."took_effect_at" >= "merchant_disablings"."takes_effect_at"),
	CONSTRAINT "merchant_disablings_end" CHECK (("merchant_disablings"."ended_at" is null) = ("merchant_disablings"."ended_by" is null))
);
--> statement-breakpoint
ALTER TABLE "invitations" DROP CONSTRAINT "invitations_by_somebody";--> statement-breakpoint
ALTER TABLE "merchant_disablings" ADD CONSTRAINT "merchant_disablings_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_disablings" ADD CONSTRAINT "merchant_disablings_ordered_by_users_id_fk" FOREIGN KEY ("ordered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_disablings" ADD CONSTRAINT "merchant_disablings_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merchant_disablings_merchant_id_id_index" ON "merchant_disablings" USING btree ("merchant_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "merchant_disablings_one_open" ON "merchant_disablings" USING btree ("merchant_id") WHERE "merchant_disablings"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "merchant_disablings_due" ON "merchant_disablings" USING btree ("takes_effect_at") WHERE "merchant_disablings"."took_effect_at" is null and "merchant_disablings"."ended_at" is null;