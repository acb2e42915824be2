ALTER TABLE "collaborators" ADD CONSTRAINT "collaborators_tombstone" CHECK (("collaborators"."erased_at" is not null) = ("collaborators"."identification_hmac" = decode(lpad(to_hex("collaborators"."id"), 64, '0'), 'hex')));--> statement-breakpoint
-- ADR-0059. Who was erased stays so, and nothing else of the row changes; a change of DATA_KEY counts the row as its own.
CREATE FUNCTION refuse_change_of_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'key_generation' <> to_jsonb(OLD) - 'key_generation' THEN
    RAISE check_violation USING CONSTRAINT = 'collaborators_erased_for_good', MESSAGE = 'an erased person is never changed';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER collaborators_erased_for_good BEFORE UPDATE ON collaborators
  FOR EACH ROW WHEN (OLD.erased_at IS NOT NULL) EXECUTE FUNCTION refuse_change_of_erased();
--> statement-breakpoint
-- The trail is append-only, but for the name of a collaborator who was erased, which goes out of what was done to them.
CREATE FUNCTION refuse_change_but_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.subject_type = 'collaborator' AND NEW.details = OLD.details - 'name'
    AND to_jsonb(NEW) - 'details' = to_jsonb(OLD) - 'details'
    AND EXISTS (SELECT FROM collaborators c WHERE c.id::text = OLD.subject_id AND c.company_id = OLD.company_id
      AND c.erased_at IS NOT NULL)
  THEN
    RETURN NEW;
  END IF;
  RAISE insufficient_privilege USING MESSAGE = format('%s is append-only', TG_TABLE_NAME);
END $$;
--> statement-breakpoint
DROP TRIGGER audit_events_append_only ON audit_events;
--> statement-breakpoint
CREATE TRIGGER audit_events_append_only BEFORE DELETE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_events_no_update BEFORE UPDATE ON audit_events
  FOR EACH STATEMENT WHEN (coalesce(current_setting('aliado.erasing', true), '') <> 'on') EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Whoever says that they erase.
CREATE TRIGGER audit_events_unchanged BEFORE UPDATE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasure();
--> statement-breakpoint
-- As the owner: the role that serves may not change the trail. What is not about an erased person, the trigger refuses from it too.
CREATE FUNCTION erase_names_of_trail(collaborator bigint) RETURNS void LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp SET aliado.erasing = 'on' AS $$
  UPDATE audit_events e SET details = e.details - 'name'
  FROM collaborators c
  WHERE c.id = collaborator AND c.erased_at IS NOT NULL AND e.company_id = c.company_id
    AND e.subject_type = 'collaborator' AND e.subject_id = c.id::text AND e.details ? 'name'
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION erase_names_of_trail(bigint) FROM PUBLIC;
