DROP INDEX "authorizations_reference";--> statement-breakpoint
DROP INDEX "consumptions_reference";--> statement-breakpoint
CREATE INDEX "authorizations_ended_unused" ON "authorizations" USING btree ("merchant_id","status","authorized_at","id") WHERE "authorizations"."status" in ('Expired', 'Released');--> statement-breakpoint
CREATE INDEX "authorizations_reference" ON "authorizations" USING btree ("merchant_id","reference" text_pattern_ops,"id");--> statement-breakpoint
CREATE INDEX "consumptions_reference" ON "consumptions" USING btree ("merchant_id","reference" text_pattern_ops,"id");