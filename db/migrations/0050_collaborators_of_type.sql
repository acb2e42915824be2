-- ADR-0069. A large network makes it beforehand, by the same statement with `concurrently`: here it locks its table against writes.
CREATE INDEX IF NOT EXISTS "collaborators_of_type" ON "collaborators" USING btree ("company_id","collaborator_type_id","id");
