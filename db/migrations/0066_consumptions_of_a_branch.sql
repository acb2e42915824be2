-- ADR-0101. A large network makes it beforehand, by the same statement with `concurrently`: here it locks its table against writes.
CREATE INDEX IF NOT EXISTS "consumptions_of_branch" ON "consumptions" USING btree ("merchant_id","branch_id","registered_at","id") WHERE "consumptions"."branch_id" is not null;
