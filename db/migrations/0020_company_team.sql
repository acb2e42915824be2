-- Who may do everything in a company's office may do everything there from now on too, and so manages its team (ADR-0036). Who holds
-- less gets nothing by it, nor does anybody of a company where nobody holds everything. The trail tells each company who got it.
WITH given AS (
  UPDATE company_memberships SET permissions = permissions || '{company.team.manage}'
    WHERE permissions @> '{company.collaborators.manage,company.benefits.manage,company.consumptions.read}'
      AND NOT permissions @> '{company.team.manage}'
  RETURNING company_id, user_id, permissions
)
INSERT INTO audit_events (company_id, actor, action, subject_type, subject_id, details)
  SELECT company_id, 'service', 'membership.changed', 'user', user_id::text,
    jsonb_build_object('name', users.name, 'email', users.email,
      'from', to_jsonb(array_remove(permissions, 'company.team.manage')), 'to', to_jsonb(permissions))
  FROM given JOIN users ON users.id = user_id
  ORDER BY company_id, user_id;
