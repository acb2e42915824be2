CREATE TABLE "sandbox_faults" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_faults_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"merchant_id" integer NOT NULL,
	"api_key_id" integer,
	"oauth_client_id" integer,
	"operation" text,
	"kind" text NOT NULL,
	"seconds" integer,
	"times_left" integer NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sandbox_faults_of_one" CHECK (num_nonnulls("sandbox_faults"."api_key_id", "sandbox_faults"."oauth_client_id") = 1),
	CONSTRAINT "sandbox_faults_times" CHECK ("sandbox_faults"."times_left" between 0 and 20),
	CONSTRAINT "sandbox_faults_seconds" CHECK ("sandbox_faults"."seconds" between 1 and 120)
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "sandbox_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD COLUMN "sandbox_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sandbox_faults" ADD CONSTRAINT "sandbox_faults_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_faults" ADD CONSTRAINT "sandbox_faults_of_api_key" FOREIGN KEY ("merchant_id","api_key_id") REFERENCES "public"."api_keys"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_faults" ADD CONSTRAINT "sandbox_faults_of_oauth_client" FOREIGN KEY ("merchant_id","oauth_client_id") REFERENCES "public"."oauth_clients"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sandbox_faults_api_key" ON "sandbox_faults" USING btree ("merchant_id","api_key_id");--> statement-breakpoint
CREATE INDEX "sandbox_faults_oauth_client" ON "sandbox_faults" USING btree ("merchant_id","oauth_client_id");