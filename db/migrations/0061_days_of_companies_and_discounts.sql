-- ADR-0096. Before the next migration, and apart from it: the job that adds to the sums waits for these, and tills would wait with it.
CREATE INDEX "consumption_company_days_company" ON "consumption_company_days" USING btree ("company_id","merchant_id","day");--> statement-breakpoint
CREATE INDEX "consumption_days_discount" ON "consumption_days" USING btree ("merchant_id","discount_id","day");