-- ADR-0100. An authorization that ends has an entry more in each of these, beside the one that it had. To merge such entries, which go when the page is
-- full and nobody needs the older row, costs more than the place that it saves.
ALTER INDEX "authorizations_merchant_id_id_pk" SET (deduplicate_items = off);--> statement-breakpoint
ALTER INDEX "authorizations_code" SET (deduplicate_items = off);--> statement-breakpoint
ALTER INDEX "authorizations_reference" SET (deduplicate_items = off);--> statement-breakpoint
ALTER INDEX "authorizations_authorized" SET (deduplicate_items = off);
