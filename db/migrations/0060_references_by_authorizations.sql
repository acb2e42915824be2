-- ADR-0093. What searches by reference reads authorizations; processes of the version before search by reading what they narrow their list to.
DROP INDEX "consumptions_reference";