import { env } from '@/lib/env'
import { escapeMarkup } from '@/lib/kernel/escape-markup'
import { commonHeaders, successAnswer } from './envelope'
import { documentationUrl, machinesUrl, openApiUrl, serviceLinks } from './help'
import { languageOf } from './language'
import { requestIdOf } from './request-id'
import { responseOf } from './route'

const texts = {
  es: {
    title: 'API de integración de Aliado',
    documentation: 'Documentación',
    openApi: 'OpenAPI 3.1',
    offices: 'Oficina del comercio',
  },
  en: {
    title: 'Aliado integration API',
    documentation: 'Documentation',
    openApi: 'OpenAPI 3.1',
    offices: 'Merchant office',
  },
} as const

/** Whoever asks for HTML is a browser; curl and libraries ask for anything. */
const isBrowser = (request: Request): boolean => /\btext\/html\b/i.test(request.headers.get('accept') ?? '')

/**
 * `/` of the API's own address: what stands there and where it is explained (issue 14), to a browser as a page without style or
 * script, to all others in the envelope of a success.
 */
export function frontDoor(request: Request): Response {
  const site = env()
  const language = languageOf(request)
  const text = texts[language]
  const headers = { ...commonHeaders(requestIdOf(request)), Link: serviceLinks(site), Vary: 'Accept, Accept-Language' }
  const value = {
    environment: site.SERVICE_ENVIRONMENT,
    documentation: documentationUrl(site),
    openApi: openApiUrl(site),
    forMachines: machinesUrl(site),
  }
  if (!isBrowser(request)) return responseOf(successAnswer(200, { title: text.title, value, meta: null }, headers))
  const item = (url: string, name: string) => `<li><a href="${escapeMarkup(url)}">${name}</a></li>`
  const page = [
    '<!doctype html>',
    `<html lang="${language}">`,
    `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text.title}</title>`,
    `<main><h1>${text.title}</h1>`,
    `<ul>${item(value.documentation, text.documentation)}${item(value.openApi, text.openApi)}${item(site.PUBLIC_OFFICE_URL, text.offices)}</ul></main>`,
    '</html>',
    '',
  ].join('\n')
  const pageHeaders = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  }
  return new Response(page, { status: 200, headers: { ...headers, ...pageHeaders } })
}
