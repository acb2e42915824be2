-- ADR-0096. Lists narrowed to a company or a discount go by its days; processes of the version before read what the merchant sold.
DROP INDEX "consumptions_company";--> statement-breakpoint
DROP INDEX "consumptions_discount";