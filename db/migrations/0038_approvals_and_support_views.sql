CREATE TABLE "approvals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "approvals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"proposed_by" integer NOT NULL,
	"proposed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone DEFAULT now() + interval '24 hours' NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"decision" text,
	"reason" text,
	"outcome" jsonb,
	CONSTRAINT "approvals_expiry" CHECK ("approvals"."expires_at" > "approvals"."proposed_at" and "approvals"."expires_at" <= "approvals"."proposed_at" + interval '24 hours'),
	CONSTRAINT "approvals_decision" CHECK ("approvals"."decision" in ('approved', 'refused', 'withdrawn', 'alone')),
	CONSTRAINT "approvals_decided" CHECK (num_nonnulls("approvals"."decided_by", "approvals"."decided_at", "approvals"."decision") = 0
        or (num_nonnulls("approvals"."decided_by", "approvals"."decided_at", "approvals"."decision") = 3 and "approvals"."decided_at" < "approvals"."expires_at")),
	CONSTRAINT "approvals_four_eyes" CHECK (("approvals"."decision" in ('approved', 'refused')) = ("approvals"."decided_by" <> "approvals"."proposed_by")),
	CONSTRAINT "approvals_reason" CHECK ((coalesce("approvals"."decision" in ('refused', 'withdrawn'), false)) = ("approvals"."reason" is not null)
        and char_length("approvals"."reason") between 1 and 300),
	CONSTRAINT "approvals_outcome" CHECK ("approvals"."outcome" is null or "approvals"."decision" in ('approved', 'alone'))
);
--> statement-breakpoint
CREATE TABLE "four_eyes_switches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "four_eyes_switches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"is_on" boolean NOT NULL,
	"switched_by" integer,
	"switched_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reason" text,
	CONSTRAINT "four_eyes_switches_off" CHECK ("four_eyes_switches"."is_on" or num_nonnulls("four_eyes_switches"."switched_by", "four_eyes_switches"."reason") = 2),
	CONSTRAINT "four_eyes_switches_reason" CHECK (char_length("four_eyes_switches"."reason") between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "support_views" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "support_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"session_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"merchant_id" integer,
	"company_id" integer,
	"ticket" text NOT NULL,
	"reason" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone DEFAULT now() + interval '30 minutes' NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"revoked_by" integer,
	CONSTRAINT "support_views_of_one" CHECK (num_nonnulls("support_views"."merchant_id", "support_views"."company_id") = 1),
	CONSTRAINT "support_views_minutes" CHECK ("support_views"."ends_at" > "support_views"."started_at" and "support_views"."ends_at" <= "support_views"."started_at" + interval '30 minutes'),
	CONSTRAINT "support_views_ended" CHECK (("support_views"."ended_at" is null) = ("support_views"."end_reason" is null)),
	CONSTRAINT "support_views_end_reason" CHECK ("support_views"."end_reason" in ('ended', 'replaced', 'revoked')),
	CONSTRAINT "support_views_revoked" CHECK ((coalesce("support_views"."end_reason" = 'revoked', false)) = ("support_views"."revoked_by" is not null)),
	CONSTRAINT "support_views_ticket" CHECK (char_length("support_views"."ticket") between 1 and 40),
	CONSTRAINT "support_views_reason" CHECK (char_length("support_views"."reason") between 1 and 300)
);
--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "four_eyes_switches" ADD CONSTRAINT "four_eyes_switches_switched_by_users_id_fk" FOREIGN KEY ("switched_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_views" ADD CONSTRAINT "support_views_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_views" ADD CONSTRAINT "support_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_views" ADD CONSTRAINT "support_views_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_views" ADD CONSTRAINT "support_views_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_views" ADD CONSTRAINT "support_views_revoked_by_users_id_fk" FOREIGN KEY ("revoked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_open" ON "approvals" USING btree ("expires_at") WHERE "approvals"."decision" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "support_views_one_of_session" ON "support_views" USING btree ("session_id") WHERE "support_views"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "support_views_merchant_id_id_index" ON "support_views" USING btree ("merchant_id","id");--> statement-breakpoint
CREATE INDEX "support_views_company_id_id_index" ON "support_views" USING btree ("company_id","id");--> statement-breakpoint
-- Of an approval only its decision is written, once (ADR-0055). Who proposed what, and until when it waits, never changes.
CREATE FUNCTION approval_is_decided_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.decision IS NULL AND NEW.decision IS NOT NULL
    AND (NEW.id, NEW.kind, NEW.payload, NEW.proposed_by, NEW.proposed_at, NEW.expires_at)
      IS NOT DISTINCT FROM (OLD.id, OLD.kind, OLD.payload, OLD.proposed_by, OLD.proposed_at, OLD.expires_at) THEN
    RETURN NEW;
  END IF;
  RAISE insufficient_privilege USING MESSAGE = 'an approval is decided once, and is never deleted';
END $$;
--> statement-breakpoint
CREATE TRIGGER approvals_decided_once BEFORE UPDATE OR DELETE ON approvals
  FOR EACH ROW EXECUTE FUNCTION approval_is_decided_once();
--> statement-breakpoint
CREATE FUNCTION four_eyes_are_written_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE insufficient_privilege USING MESSAGE = 'that four eyes were set on or off is never changed';
END $$;
--> statement-breakpoint
CREATE TRIGGER four_eyes_switches_append_only BEFORE UPDATE OR DELETE ON four_eyes_switches
  FOR EACH ROW EXECUTE FUNCTION four_eyes_are_written_once();
--> statement-breakpoint
-- With a second person four eyes are on again, and the trail says so, however the person came there (ADR-0055).
CREATE FUNCTION restore_four_eyes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM operator_memberships) > 1
    AND (SELECT NOT is_on FROM four_eyes_switches ORDER BY id DESC LIMIT 1) THEN
    INSERT INTO four_eyes_switches (is_on) VALUES (true);
    INSERT INTO audit_events (actor, action, subject_type, subject_id)
      VALUES ('service', 'four_eyes.restored', 'operator', '1');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER operator_memberships_restore_four_eyes AFTER INSERT ON operator_memberships
  FOR EACH ROW EXECUTE FUNCTION restore_four_eyes();
