import type { Env } from '@/lib/env'
import type { FaultCode } from '@/lib/kernel/fault'

/** Where what the API does is explained: public addresses, which answers name. */

export type Site = Pick<Env, 'PUBLIC_API_URL' | 'PUBLIC_OFFICE_URL'>

export const documentationUrl = ({ PUBLIC_OFFICE_URL }: Site): string => `${PUBLIC_OFFICE_URL}/developers`

export const openApiUrl = ({ PUBLIC_API_URL }: Site): string => `${PUBLIC_API_URL}/api/v1/openapi.json`

export const machinesUrl = ({ PUBLIC_OFFICE_URL }: Site): string => `${PUBLIC_OFFICE_URL}/llms.txt`

/** The page of a code (D63; RFC 8288). */
export const helpLink = (site: Site, code: FaultCode): string =>
  `<${documentationUrl(site)}/errors/${code}>; rel="help"`

/** The documentation for people and for machines (RFC 8631). */
export const serviceLinks = (site: Site): string =>
  `<${documentationUrl(site)}>; rel="service-doc", <${openApiUrl(site)}>; rel="service-desc"`
