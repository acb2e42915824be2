CREATE TABLE "operator_memberships" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"permissions" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invitations" DROP CONSTRAINT "invitations_to_one";--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_actor";--> statement-breakpoint
ALTER TABLE "invitations" ALTER COLUMN "invited_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "to_operator" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "operator_memberships" ADD CONSTRAINT "operator_memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open_operator" ON "invitations" USING btree ("email") WHERE "invitations"."to_operator" and "invitations"."accepted_at" is null and "invitations"."withdrawn_at" is null;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_by_somebody" CHECK ("invitations"."invited_by" is not null or "invitations"."to_operator");--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_to_one" CHECK (num_nonnulls("invitations"."merchant_id", "invitations"."company_id") = case when "invitations"."to_operator" then 0 else 1 end);--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_actor" CHECK ("audit_events"."actor" in ('user', 'operator', 'service') and ("audit_events"."actor" = 'operator' or ("audit_events"."actor" = 'user') = ("audit_events"."user_id" is not null)));