-- What the role that serves may do: read and write rows, each table only in the ways that the service does, and no DDL. With it
-- a fault of the service cannot drop a table, rewrite the audit trail, delete a consumption or change an authorized amount.
--
-- As the owner of the schema, after the migrations; again changes nothing. `npm run db:roles` does it, or:
--   psql -1 -v ON_ERROR_STOP=1 -c "set aliado.role = 'aliado_app'" -f db/roles.sql
--
-- Sequences need no grant: identity columns draw from theirs by the right to insert. Nor do functions of triggers.

DO $$
DECLARE
  app text := current_setting('aliado.role');
  granted record;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = app) THEN
    RAISE undefined_object USING MESSAGE = format('The role %I does not exist. First: CREATE ROLE %I LOGIN PASSWORD ''...''', app, app);
  END IF;
  IF EXISTS (
    SELECT FROM pg_class
    WHERE relnamespace IN ('public'::regnamespace, 'drizzle'::regnamespace) AND pg_has_role(app, relowner, 'MEMBER')
  ) THEN
    RAISE invalid_role_specification
      USING MESSAGE = format('The role %I is a superuser, or owns the tables: it could grant itself anything.', app);
  END IF;

  EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA public, drizzle FROM %I', app);
  EXECUTE format('REVOKE ALL ON ALL SEQUENCES IN SCHEMA public, drizzle FROM %I', app);
  EXECUTE format('REVOKE ALL ON ALL FUNCTIONS IN SCHEMA public FROM %I', app);
  EXECUTE format('REVOKE ALL ON SCHEMA public, drizzle FROM %I', app);
  EXECUTE format('GRANT USAGE ON SCHEMA public, drizzle TO %I', app);
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), app);
  -- Nor by what every role may: on older databases tables in public, on all of them temporary ones.
  REVOKE CREATE ON SCHEMA public FROM PUBLIC;
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());

  FOR granted IN
    SELECT * FROM (VALUES
      ('SELECT', 'offers'),
      ('SELECT', 'drizzle.__drizzle_migrations'),

      ('SELECT, INSERT', 'installation'),
      ('SELECT, UPDATE (written_at)', 'write_probes'),
      ('SELECT, INSERT, UPDATE', 'identification_types'),
      ('SELECT, INSERT, UPDATE', 'merchants'),
      ('SELECT, INSERT, UPDATE (took_effect_at, ended_at, ended_by)', 'merchant_disablings'),
      ('SELECT, INSERT, UPDATE', 'branches'),
      ('SELECT, INSERT, UPDATE, DELETE', 'article_categories'),
      ('SELECT, INSERT, UPDATE, DELETE', 'articles'),
      ('SELECT, INSERT, UPDATE', 'discounts'),
      ('SELECT, INSERT, UPDATE', 'companies'),
      ('SELECT, INSERT, UPDATE', 'collaborator_types'),
      ('SELECT, INSERT, UPDATE', 'collaborators'),
      -- Triggers of the owner write it.
      ('SELECT', 'company_people'),
      -- Locked before it ends, which takes the right to update a column; none ever is.
      ('SELECT, INSERT, UPDATE (created_at), DELETE', 'affiliations'),
      ('SELECT, INSERT, DELETE', 'grants'),
      ('SELECT, INSERT, UPDATE', 'affiliation_requests'),
      ('SELECT, INSERT, UPDATE, DELETE', 'imports'),

      ('SELECT, INSERT, UPDATE', 'users'),
      ('SELECT, INSERT, UPDATE, DELETE', 'merchant_memberships'),
      ('SELECT, INSERT, UPDATE, DELETE', 'company_memberships'),
      ('SELECT, INSERT, UPDATE, DELETE', 'operator_memberships'),
      ('SELECT, INSERT, UPDATE', 'sessions'),
      ('SELECT, INSERT, UPDATE (used_at), DELETE', 'collaborator_links'),
      -- Never changed, and gone with the person.
      ('SELECT, INSERT, DELETE', 'collaborator_invitations'),
      ('SELECT, INSERT, UPDATE, DELETE', 'collaborator_sessions'),
      ('SELECT, INSERT, UPDATE (used_at), DELETE', 'recovery_codes'),
      ('SELECT, INSERT, UPDATE (used_at)', 'password_resets'),
      ('SELECT, INSERT, UPDATE', 'invitations'),
      ('SELECT, INSERT, UPDATE, DELETE', 'throttles'),
      ('SELECT, INSERT, UPDATE (token_hash, second_step, last_used_at), DELETE', 'known_devices'),
      ('SELECT, INSERT, UPDATE (name, query, opens), DELETE', 'saved_views'),
      ('SELECT, INSERT, UPDATE (token_hash, created_at, read_at), DELETE', 'expiry_calendars'),
      ('SELECT, INSERT, UPDATE', 'mails'),
      ('SELECT, INSERT', 'audit_events'),
      ('SELECT, INSERT', 'audit_days'),
      ('SELECT, INSERT', 'merchant_policy_changes'),
      -- An incident ends, and nothing else of it changes; what was said of it never does.
      ('SELECT, INSERT, UPDATE (state, resolved_at)', 'incidents'),
      ('SELECT, INSERT', 'incident_updates'),
      ('SELECT, INSERT, UPDATE (withdrawn_at)', 'announcements'),
      ('SELECT, INSERT', 'announcements_put_away'),
      -- Sums of what was called, kept for days.
      ('SELECT, INSERT, UPDATE, DELETE', 'network_minutes'),
      ('SELECT, INSERT, UPDATE, DELETE', 'merchant_minutes'),
      -- Decided once; a trigger holds it from the owner too.
      ('SELECT, INSERT, UPDATE (decided_by, decided_at, decision, reason, outcome)', 'approvals'),
      ('SELECT, INSERT', 'four_eyes_switches'),
      ('SELECT, INSERT, UPDATE (ended_at, end_reason, revoked_by)', 'support_views'),
      -- A case ends, and is purged of who asked; whom it is about never changes.
      ('SELECT, INSERT, UPDATE (state, answer, ended_at, ended_by, contact, note, purged_at)', 'privacy_cases'),
      ('SELECT, INSERT', 'privacy_case_people'),
      ('SELECT, INSERT, UPDATE (what, changed_at)', 'privacy_rectifications'),

      ('SELECT, INSERT, UPDATE', 'api_keys'),
      ('SELECT, INSERT, UPDATE', 'oauth_clients'),
      -- Kept for 30 days.
      ('SELECT, INSERT, UPDATE, DELETE', 'credential_calls'),
      ('SELECT, INSERT, UPDATE, DELETE', 'credential_refusals'),
      -- Hours for 35 days; a terminal that is not seen for 90 is archived, and deleted a year after it was seen.
      ('SELECT, INSERT, UPDATE, DELETE', 'terminals'),
      ('SELECT, INSERT, UPDATE, DELETE', 'terminal_hours'),
      ('SELECT, INSERT, UPDATE (not_kept_terminals, not_kept_at)', 'terminal_fleets'),
      -- Kept for 30 days too, and dropped by day.
      ('SELECT, INSERT', 'api_requests'),
      -- Gone once disarmed or over.
      ('SELECT, INSERT, UPDATE (times_left), DELETE', 'sandbox_faults'),
      -- Gone once opened, withdrawn or over.
      ('SELECT, INSERT, DELETE', 'hand_offs'),
      ('SELECT, INSERT, DELETE', 'hand_off_watches'),
      -- A run ends, and nothing else of it changes; what was seen of its calls never does, and is kept for 30 days.
      ('SELECT, INSERT, UPDATE (adapter, state, ended_at, verdicts, code, evidence, valid_until)', 'certification_runs'),
      ('SELECT, INSERT, UPDATE (closed_at, attested), DELETE', 'certification_scenes'),
      ('SELECT, INSERT, DELETE', 'certification_calls'),
      -- The sweeper deletes those that died a day ago.
      ('SELECT, INSERT, UPDATE (revoked_at), DELETE', 'access_tokens'),

      -- Rows of money are for ever (D34): an authorization ends, and nothing else of it changes.
      ('SELECT, INSERT, UPDATE (status, ended_at)', 'authorizations'),
      ('SELECT, INSERT', 'consumptions'),
      -- What they add up to, kept by a job; how far is one row each, which a migration makes.
      ('SELECT, UPDATE (up_to, by_company_up_to)', 'sales_summed'),
      ('SELECT, INSERT, UPDATE (sales, purchase_amount, discount_amount, final_amount)', 'consumption_days'),
      ('SELECT, INSERT, UPDATE (sales, purchase_amount, discount_amount, final_amount)', 'consumption_months'),
      ('SELECT, INSERT, UPDATE (sales, purchase_amount, discount_amount, final_amount)', 'consumption_company_days'),
      ('SELECT, INSERT, UPDATE (sales, purchase_amount, discount_amount, final_amount)', 'authorization_days'),
      ('SELECT, INSERT', 'member_authorizations'),
      ('SELECT, INSERT', 'member_consumptions'),
      ('SELECT, INSERT', 'idempotency_keys'),
      -- A closing is reopened, and nothing else of it changes; its consumptions follow it by their key.
      ('SELECT, INSERT, UPDATE (standing, reopened_at, reopened_by, reopen_reason)', 'closings'),
      ('SELECT, INSERT', 'closing_consumptions'),
      ('SELECT, INSERT', 'closing_comparisons'),
      ('SELECT, INSERT', 'closing_differences'),
      -- Kept by triggers, which act as whoever writes the row.
      ('SELECT, INSERT, UPDATE, DELETE', 'discount_usage'),
      ('SELECT, INSERT, UPDATE, DELETE', 'discount_daily_usage')
    ) AS list (privileges, relation)
  LOOP
    EXECUTE format('GRANT %s ON %s TO %I', granted.privileges, granted.relation, app);
  END LOOP;
  -- Makes and drops the days of api_requests, as the owner.
  EXECUTE format('GRANT EXECUTE ON FUNCTION keep_api_request_days() TO %I', app);
  -- Locks, and reads the one row of installation.
  EXECUTE format('GRANT EXECUTE ON FUNCTION hold_key_generation() TO %I', app);
  -- Takes the name of an erased person out of the trail, as the owner (ADR-0059).
  EXECUTE format('GRANT EXECUTE ON FUNCTION erase_names_of_trail(bigint) TO %I', app);
  -- Writes the one row of write_probes, as the role itself.
  EXECUTE format('GRANT EXECUTE ON FUNCTION prove_writable() TO %I', app);

  -- Becomes the role of support views for one transaction at a time, and has none of its rights otherwise (ADR-0056).
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'aliado_support') OR pg_has_role(app, 'aliado_support', 'MEMBER') THEN
    RETURN;
  END IF;
  BEGIN
    EXECUTE format('GRANT aliado_support TO %I%s', app,
      CASE WHEN current_setting('server_version_num')::int >= 160000 THEN ' WITH INHERIT FALSE, SET TRUE' ELSE '' END);
  EXCEPTION WHEN insufficient_privilege THEN
    RAISE NOTICE 'For support views, as a role that may: GRANT aliado_support TO %', app;
  END;
END $$;
