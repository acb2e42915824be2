ALTER TABLE "collaborator_links" ADD COLUMN "email" text NOT NULL;--> statement-breakpoint
ALTER TABLE "collaborator_sessions" ADD COLUMN "email" text NOT NULL;