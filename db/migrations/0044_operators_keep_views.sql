ALTER TABLE "saved_views" DROP CONSTRAINT "saved_views_office";--> statement-breakpoint
ALTER TABLE "saved_views" ADD COLUMN "operator_id" integer;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_operator_id_operator_memberships_user_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator_memberships"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_operator_name" ON "saved_views" USING btree ("operator_id","list",lower("name")) WHERE "saved_views"."operator_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_operator_opens" ON "saved_views" USING btree ("operator_id","list") WHERE "saved_views"."opens" and "saved_views"."operator_id" is not null;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_operator" CHECK ("saved_views"."operator_id" = "saved_views"."user_id");--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_office" CHECK (num_nonnulls("saved_views"."merchant_id", "saved_views"."company_id", "saved_views"."operator_id") = 1);