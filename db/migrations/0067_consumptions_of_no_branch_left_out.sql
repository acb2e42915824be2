-- ADR-0101. Apart from the migration before, so that tills do not wait for both.
DROP INDEX "consumptions_branch";
