-- ADR-0068. A large network makes these beforehand, by the same statements with `concurrently`: here they lock their tables against writes.
CREATE INDEX IF NOT EXISTS "audit_events_of_collaborator" ON "audit_events" USING btree ("company_id","subject_id","id") WHERE "audit_events"."subject_type" = 'collaborator';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "mails_recipient" ON "mails" USING btree (lower("recipient"));--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "collaborators_counted" ON "collaborators" USING btree ("company_id","active","collaborator_type_id") WHERE "collaborators"."erased_at" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "collaborators_folded_names" ON "collaborators" USING btree ("company_id",(translate(lower(("first_name" || ' ' || "last_name") collate "es-x-icu"), 'áàâäãéèêëíìîïóòôöõúùûüñç', 'aaaaaeeeeiiiiooooouuuunc')),"id","first_name","last_name","active","collaborator_type_id") WHERE "collaborators"."erased_at" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "authorizations_unused_of_collaborator" ON "authorizations" USING btree ("collaborator_id") WHERE "authorizations"."status" in ('Expired', 'Released');--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "consumptions_registered_sums" ON "consumptions" USING btree ("merchant_id","registered_at","id","branch_id","company_id","discount_id","purchase_amount","discount_amount","final_amount");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "consumptions_of_company_sums" ON "consumptions" USING btree ("company_id","registered_at","id","collaborator_id","merchant_id","purchase_amount","discount_amount","final_amount");--> statement-breakpoint
DROP INDEX "consumptions_registered";--> statement-breakpoint
DROP INDEX "consumptions_of_company";
