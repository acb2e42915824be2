CREATE TABLE "saved_views" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"merchant_id" integer,
	"company_id" integer,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"opens" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_office" CHECK (num_nonnulls("saved_views"."merchant_id", "saved_views"."company_id") = 1),
	CONSTRAINT "saved_views_list" CHECK ("saved_views"."list" ~ '^[a-z_]{1,40}$'),
	CONSTRAINT "saved_views_name" CHECK (char_length("saved_views"."name") between 1 and 40),
	CONSTRAINT "saved_views_query" CHECK (char_length("saved_views"."query") <= 1000 and "saved_views"."query" !~ '[[:cntrl:][:space:]]')
);
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_merchant_id_merchant_memberships_user_id_merchant_id_fk" FOREIGN KEY ("user_id","merchant_id") REFERENCES "public"."merchant_memberships"("user_id","merchant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_company_id_company_memberships_user_id_company_id_fk" FOREIGN KEY ("user_id","company_id") REFERENCES "public"."company_memberships"("user_id","company_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_merchant_name" ON "saved_views" USING btree ("merchant_id","user_id","list",lower("name")) WHERE "saved_views"."merchant_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_company_name" ON "saved_views" USING btree ("company_id","user_id","list",lower("name")) WHERE "saved_views"."company_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_merchant_opens" ON "saved_views" USING btree ("merchant_id","user_id","list") WHERE "saved_views"."opens" and "saved_views"."merchant_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_company_opens" ON "saved_views" USING btree ("company_id","user_id","list") WHERE "saved_views"."opens" and "saved_views"."company_id" is not null;--> statement-breakpoint
CREATE INDEX "saved_views_user_id_index" ON "saved_views" USING btree ("user_id");