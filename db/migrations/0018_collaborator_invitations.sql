CREATE TABLE "collaborator_invitations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "collaborator_invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"collaborator_id" bigint NOT NULL,
	"email" text NOT NULL,
	"invited_by" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"local_day" date GENERATED ALWAYS AS ((created_at at time zone 'America/Santo_Domingo')::date) STORED NOT NULL,
	CONSTRAINT "collaborator_invitations_once_a_day" UNIQUE("company_id","collaborator_id","email","local_day"),
	CONSTRAINT "collaborator_invitations_email" CHECK ("collaborator_invitations"."email" = lower("collaborator_invitations"."email"))
);
--> statement-breakpoint
ALTER TABLE "collaborator_invitations" ADD CONSTRAINT "collaborator_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaborator_invitations" ADD CONSTRAINT "collaborator_invitations_company_id_collaborator_id_collaborators_company_id_id_fk" FOREIGN KEY ("company_id","collaborator_id") REFERENCES "public"."collaborators"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collaborator_invitations_company_id_local_day_index" ON "collaborator_invitations" USING btree ("company_id","local_day");