-- ADR-0090. Calls kept before have null there, and are in the new index. While it is made no call is written down: they wait in memory.
ALTER TABLE "api_requests" ADD COLUMN "request_id_tells_moment" boolean;--> statement-breakpoint
CREATE INDEX "api_requests_given_id" ON "api_requests" USING btree ("merchant_id","request_id","occurred_at") WHERE "api_requests"."request_id_tells_moment" is not true;--> statement-breakpoint
DROP INDEX "api_requests_request_id";
