-- What a support view may read (ADR-0056): the role `aliado_support`, which nobody signs in as, has no right on any table. It reads the
-- views of the schema `support`, which bear the names of the tables, so that the pages' own queries read them by their search path.
-- A view shows the columns named here as they are, or as said behind `as`; every other column of its table is null in it, also one that
-- a later migration adds. No secret, no identification, no name and no address of a collaborator is among those shown.
--
-- As the owner of the schema, after the migrations and with `npm run db:roles`; again changes nothing.

DO $$
DECLARE
  granted record;
  part record;
  columns text;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'aliado_support') THEN
    BEGIN
      CREATE ROLE aliado_support NOLOGIN;
    EXCEPTION
      WHEN duplicate_object OR unique_violation THEN NULL;
      WHEN insufficient_privilege THEN
        -- Then no support view opens, and everything else works.
        RAISE NOTICE 'For support views, as a role that may: CREATE ROLE aliado_support NOLOGIN';
    END;
  END IF;

  DROP SCHEMA IF EXISTS support CASCADE;
  CREATE SCHEMA support;

  FOR granted IN
    SELECT * FROM (VALUES
      ('merchants', 'id key name legal_id enabled late_notification_hours misses_per_minute created_at calls_per_minute calls_burst
        authorization_ttl_seconds calls_until temporary_calls_per_minute temporary_calls_burst misses_until
        temporary_misses_per_minute late_notification_until temporary_late_notification_hours authorization_ttl_until
        temporary_authorization_ttl_seconds', '{}', true),
      ('branches', 'id merchant_id key name active', '{}', true),
      ('article_categories', 'id merchant_id key name', '{}', true),
      ('articles', 'id merchant_id sku name article_category_id', '{}', true),
      ('discounts', 'id merchant_id key name description status discount_type discount_value scope article_category_id article_id
        valid_from valid_to uses_per_collaborator_per_day uses_total budget minimum_purchase maximum_discount created_at version',
        '{}', true),
      ('discount_usage', 'discount_id merchant_id uses amount forgotten_uses forgotten_amount', '{}', true),
      ('companies', 'id key name legal_id created_at', '{}', true),
      ('company_people', 'company_id people', '{}', true),
      ('affiliations', 'company_id merchant_id created_at', '{}', true),
      ('affiliation_requests', 'id merchant_id company_id requested_by message created_at created_by_user_id outcome ended_at
        ended_by_user_id', '{}', true),
      ('grants', 'id company_id merchant_id discount_id collaborator_type_id created_at', '{}', true),
      ('identification_types', 'id name retired_at', '{}', true),
      ('collaborator_types', 'id company_id key name', '{}', true),
      ('collaborators', 'id company_id collaborator_type_id identification_type_id key_generation active created_at erased_at',
        '{"first_name": "''•••''", "last_name": "''•••''", "identification_hmac": "''''::bytea", "identification_ciphertext": "''''::bytea"}',
        true),
      ('collaborator_invitations', 'id company_id collaborator_id invited_by created_at local_day', '{}', true),

      ('users', 'id email name password_changed_at language created_at disabled_at totp_enrolled_at
        totp_key_generation totp_pending_key_generation', '{}', true),
      ('merchant_memberships', 'user_id merchant_id permissions created_at', '{}', true),
      ('company_memberships', 'user_id company_id permissions created_at', '{}', true),
      ('invitations', 'id merchant_id company_id to_operator email permissions invited_by created_at expires_at accepted_at accepted_by
        withdrawn_at', '{}', true),
      -- Details of what was done to collaborators name them.
      ('audit_events', 'id occurred_at merchant_id company_id actor user_id action outcome subject_type subject_id address user_agent
        request_id',
        '{"details": "case when split_part(action, ''.'', 1) in (''session'', ''two_step'', ''recovery_code'', ''recovery_codes'', ''password'', ''api_key'', ''oauth_client'', ''credentials'', ''terminal'', ''expiry_calendar'', ''certification'', ''hand_off'', ''discount'', ''invitation'', ''membership'', ''affiliation'', ''sale'', ''article'', ''articles'', ''category'', ''branch'', ''collaborator_type'', ''grant'', ''closing'', ''sandbox'', ''file'', ''page'', ''action'', ''support_view'') then details else ''{}''::jsonb end"}',
        true),

      ('api_keys', 'id merchant_id key name permissions prefix created_at created_by expires_at revoked_at revoked_by
        allowed_addresses replaces_id quiet_hours canary sandbox_until last_used_at last_used_address last_used_user_agent', '{}', true),
      ('oauth_clients', 'id merchant_id key name permissions client_id rotated_at switch_over_dismissed_at created_at created_by
        deleted_at deleted_by last_token_at last_token_address last_token_user_agent allowed_addresses replaces_id quiet_hours canary
        sandbox_until last_used_at last_used_address last_used_user_agent', '{}', true),
      ('credential_calls', 'merchant_id api_key_id oauth_client_id hour outcome calls', '{}', true),
      ('credential_refusals', 'id merchant_id api_key_id oauth_client_id occurred_at reason operation times address user_agent
        request_id', '{}', true),
      ('hand_offs', 'id merchant_id api_key_id oauth_client_id branch_id terminal created_at created_by expires_at', '{}', true),
      ('hand_off_watches', 'merchant_id api_key_id oauth_client_id terminal opened_at expires_at', '{}', true),
      ('terminals', 'id merchant_id terminal from_address from_adapter name note branch_id api_key_id oauth_client_id secret_at
        first_seen_at seen_at last_call_at last_token_at last_sale_at address user_agent user_agent_since previous_user_agent
        refused_at refused_reason refused_operation refused_address archived_at silence_told_at silence_muted_at merged_into',
        '{}', true),
      ('terminal_hours', 'merchant_id terminal_id hour done refused denied limited failed reserved confirmed replayed ended expired
        clock_samples clock_seconds', '{}', true),
      ('terminal_fleets', 'merchant_id not_kept_terminals not_kept_at', '{}', true),
      ('api_requests', 'merchant_id occurred_at id api_key_id oauth_client_id operation status code replayed duration_ms request_id
        request_id_tells_moment reference address details', '{}', true),
      ('sandbox_faults', 'id merchant_id api_key_id oauth_client_id operation kind seconds times_left until created_at', '{}', true),
      ('certification_runs', 'id merchant_id api_key_id oauth_client_id plan_version declared adapter state opened_at opened_by
        ends_at ended_at verdicts code valid_until suspended_at', '{}', true),
      ('certification_scenes', 'id merchant_id run_id scene opened_at closed_at attested', '{}', true),
      -- Without the digest of the identification.
      ('certification_calls', 'merchant_id run_id id arrived_at',
        '{"seen": "(seen::jsonb #- ''{sent,person,digest}'')::json"}', true),

      ('authorizations', 'id merchant_id code reference status discount_id company_id collaborator_id branch_id api_key_id
        oauth_client_id purchase_amount discount_amount final_amount discount_type discount_value maximum_discount scope
        matched_subtotal items authorized_at local_day expires_at ended_at', '{}', true),
      ('consumptions', 'id merchant_id code authorization_id reference status discount_id company_id collaborator_id branch_id
        api_key_id oauth_client_id purchase_amount discount_amount final_amount consumption_date registered_at late_hours',
        '{}', true),
      ('sales_summed', 'source up_to by_company_up_to', '{}', true),
      ('consumption_days', 'merchant_id day branch_id discount_id sales purchase_amount discount_amount final_amount', '{}', true),
      ('consumption_months', 'merchant_id month company_id sales purchase_amount discount_amount final_amount', '{}', true),
      ('consumption_company_days', 'merchant_id day company_id discount_id sales purchase_amount discount_amount final_amount', '{}', true),
      ('authorization_days', 'merchant_id day branch_id sales purchase_amount discount_amount final_amount', '{}', true),
      ('member_authorizations', 'merchant_id authorization_id user_id', '{}', true),
      ('member_consumptions', 'merchant_id consumption_id user_id', '{}', true),
      ('closings', 'id merchant_id branch_id day closed_at closed_by authorized_count authorized_discount expired_count
        expired_discount released_count released_discount active_count active_discount consumed_count purchase_amount
        discount_amount final_amount late_count late_purchase_amount late_discount_amount late_final_amount standing reopened_at
        reopened_by reopen_reason', '{}', true),
      ('closing_consumptions', 'merchant_id closing_id consumption_id standing late_of', '{}', true),
      ('closing_comparisons', 'merchant_id closing_id basis ours_amount theirs_amount equal_count', '{}', true),
      ('closing_differences', 'merchant_id closing_id reference ours_amount theirs_amount reason note', '{}', true),

      -- What people keep for themselves, and what they ask of their data: the pages ask for it, and find nothing.
      ('privacy_cases', '', '{}', false),
      ('privacy_rectifications', '', '{}', false),
      ('saved_views', '', '{}', false),
      ('expiry_calendars', '', '{}', false)
    ) AS list (relation, shown, written, has_rows)
  LOOP
    columns := NULL;
    FOR part IN
      SELECT attname, format_type(atttypid, atttypmod) AS type, attname = ANY (regexp_split_to_array(granted.shown, '\s+')) AS is_shown
      FROM pg_attribute
      WHERE attrelid = format('public.%I', granted.relation)::regclass AND attnum > 0 AND NOT attisdropped
      ORDER BY attnum
    LOOP
      columns := concat_ws(', ', columns, CASE
        WHEN part.is_shown THEN format('t.%I', part.attname)
        WHEN granted.written::jsonb ? part.attname
          THEN format('(%s)::%s AS %I', granted.written::jsonb ->> part.attname, part.type, part.attname)
        ELSE format('NULL::%s AS %I', part.type, part.attname)
      END);
    END LOOP;
    EXECUTE format('CREATE VIEW support.%I AS SELECT %s FROM public.%I t%s',
      granted.relation, columns, granted.relation, CASE WHEN granted.has_rows THEN '' ELSE ' WHERE false' END);
  END LOOP;

  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'aliado_support') THEN
    GRANT USAGE ON SCHEMA support TO aliado_support;
    GRANT SELECT ON ALL TABLES IN SCHEMA support TO aliado_support;
  END IF;
END $$;
