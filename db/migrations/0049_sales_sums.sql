-- ADR-0069. Nothing is summed yet: a job does that, batch by batch, and pages read the rows until then.
CREATE TABLE "authorization_days" (
	"merchant_id" integer NOT NULL,
	"day" date NOT NULL,
	"branch_id" integer,
	"sales" integer NOT NULL,
	"purchase_amount" numeric(30, 2) NOT NULL,
	"discount_amount" numeric(30, 2) NOT NULL,
	"final_amount" numeric(30, 2) NOT NULL,
	CONSTRAINT "authorization_days_once" UNIQUE NULLS NOT DISTINCT("merchant_id","day","branch_id"),
	CONSTRAINT "authorization_days_sales" CHECK ("authorization_days"."sales" > 0)
);
--> statement-breakpoint
CREATE TABLE "consumption_days" (
	"merchant_id" integer NOT NULL,
	"day" date NOT NULL,
	"branch_id" integer,
	"discount_id" integer NOT NULL,
	"sales" integer NOT NULL,
	"purchase_amount" numeric(30, 2) NOT NULL,
	"discount_amount" numeric(30, 2) NOT NULL,
	"final_amount" numeric(30, 2) NOT NULL,
	CONSTRAINT "consumption_days_once" UNIQUE NULLS NOT DISTINCT("merchant_id","day","branch_id","discount_id"),
	CONSTRAINT "consumption_days_sales" CHECK ("consumption_days"."sales" > 0)
);
--> statement-breakpoint
CREATE TABLE "consumption_months" (
	"merchant_id" integer NOT NULL,
	"month" date NOT NULL,
	"company_id" integer NOT NULL,
	"sales" integer NOT NULL,
	"purchase_amount" numeric(30, 2) NOT NULL,
	"discount_amount" numeric(30, 2) NOT NULL,
	"final_amount" numeric(30, 2) NOT NULL,
	CONSTRAINT "consumption_months_once" UNIQUE("merchant_id","month","company_id"),
	CONSTRAINT "consumption_months_sales" CHECK ("consumption_months"."sales" > 0)
);
--> statement-breakpoint
CREATE TABLE "sales_summed" (
	"source" text PRIMARY KEY NOT NULL,
	"up_to" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "sales_summed_source" CHECK ("sales_summed"."source" in ('authorizations', 'consumptions')),
	CONSTRAINT "sales_summed_not_negative" CHECK ("sales_summed"."up_to" >= 0)
);
--> statement-breakpoint
INSERT INTO "sales_summed" ("source") VALUES ('authorizations'), ('consumptions');
