ALTER TABLE "terminals" ADD COLUMN "silence_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "terminals" ADD COLUMN "silence_muted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "terminals" ADD COLUMN "merged_into" bigint;--> statement-breakpoint
ALTER TABLE "terminals" ADD CONSTRAINT "terminals_merged_into" FOREIGN KEY ("merchant_id","merged_into") REFERENCES "public"."terminals"("merchant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "terminals_merged" ON "terminals" USING btree ("merchant_id","merged_into") WHERE "terminals"."merged_into" is not null;--> statement-breakpoint
ALTER TABLE "terminals" ADD CONSTRAINT "terminals_merged" CHECK ("terminals"."merged_into" is null or ("terminals"."archived_at" is not null and "terminals"."terminal" <> '' and "terminals"."merged_into" <> "terminals"."id"));