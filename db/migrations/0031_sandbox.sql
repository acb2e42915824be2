ALTER TABLE "discount_daily_usage" ADD COLUMN "forgotten_uses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "discount_usage" ADD COLUMN "forgotten_uses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "discount_usage" ADD COLUMN "forgotten_amount" numeric(16, 2) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "discount_daily_usage" ADD CONSTRAINT "discount_daily_usage_forgotten" CHECK ("discount_daily_usage"."forgotten_uses" >= 0);--> statement-breakpoint
ALTER TABLE "discount_usage" ADD CONSTRAINT "discount_usage_forgotten" CHECK ("discount_usage"."forgotten_uses" >= 0 and "discount_usage"."forgotten_amount" >= 0);