import * as metadata from '@/app/.well-known/oauth-authorization-server/route'
import * as consumptionsList from '@/app/api/v1/consumptions/route'
import * as consumptions from '@/app/api/v1/integrations/consumptions/route'
import * as credential from '@/app/api/v1/integrations/credential/route'
import * as apply from '@/app/api/v1/integrations/discounts/apply/route'
import * as authorizations from '@/app/api/v1/integrations/discounts/authorizations/route'
import * as release from '@/app/api/v1/integrations/discounts/release/route'
import * as eligibility from '@/app/api/v1/integrations/eligibility/route'
import * as identificationTypes from '@/app/api/v1/integrations/identification-types/route'
import * as openapiJson from '@/app/api/v1/openapi.json/route'
import * as openapiYaml from '@/app/api/v1/openapi.yaml/route'
import * as revocation from '@/app/connect/revocation/route'
import * as token from '@/app/connect/token/route'
import * as live from '@/app/health/live/route'
import * as ready from '@/app/health/ready/route'
import type { RouteModule } from '@/lib/http/methods'

/** The very modules that Next mounts by file convention, by path. A law test compares this table with the files. */
export const routes: Readonly<Record<string, RouteModule>> = {
  '/.well-known/oauth-authorization-server': metadata,
  '/api/v1/consumptions': consumptionsList,
  '/api/v1/integrations/consumptions': consumptions,
  '/api/v1/integrations/credential': credential,
  '/api/v1/integrations/discounts/apply': apply,
  '/api/v1/integrations/discounts/authorizations': authorizations,
  '/api/v1/integrations/discounts/release': release,
  '/api/v1/integrations/eligibility': eligibility,
  '/api/v1/integrations/identification-types': identificationTypes,
  '/api/v1/openapi.json': openapiJson,
  '/api/v1/openapi.yaml': openapiYaml,
  '/connect/revocation': revocation,
  '/connect/token': token,
  '/health/live': live,
  '/health/ready': ready,
}
