-- ADR-0069. A large network makes it beforehand, by the same statement with `concurrently`: here it locks its table against writes.
CREATE INDEX IF NOT EXISTS "collaborators_invitable" ON "collaborators" USING btree ("company_id","id","email") WHERE "collaborators"."active" and "collaborators"."email" is not null and "collaborators"."erased_at" is null;
