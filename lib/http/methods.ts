import { env } from '@/lib/env'
import { Fault } from '@/lib/kernel/fault'
import { commonHeaders, faultAnswer } from './envelope'
import type { Route } from './exchange'
import { languageOf } from './language'
import { nothingThere } from './refusals'
import { requestIdOf } from './request-id'
import { responseOf } from './route'

export type Handler = ((request: Request) => Promise<Response> | Response) & Partial<Pick<Route, 'answering'>>

const methodNames = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
type MethodName = (typeof methodNames)[number]

export type RouteModule = Readonly<Record<MethodName, Handler>>

/** The module of one path: its own methods, HEAD where there is GET, and for the rest 405 with `Allow` (D1). */
export function methods(own: Partial<Record<'GET' | 'POST', Handler>>): RouteModule {
  const get = own.GET
  const all: Partial<Record<MethodName, Handler>> = { ...own, ...(get ? { HEAD: get } : {}) }
  const allow = methodNames.filter((name) => name in all).join(', ')
  const refuse: Handler = (request) =>
    refuseWith(new Fault('method_not_allowed', { headers: { Allow: allow } }), request)
  return Object.fromEntries(methodNames.map((name) => [name, all[name] ?? refuse])) as RouteModule
}

/** The module of paths that do not exist: 404 in the error envelope that says where the documentation is, whatever the method. */
export function unknownPath(): RouteModule {
  const refuse: Handler = (request) => refuseWith(nothingThere(env()), request)
  return Object.fromEntries(methodNames.map((name) => [name, refuse])) as RouteModule
}

export const refuseWith = (fault: Fault, request: Request): Response =>
  responseOf(faultAnswer(fault, languageOf(request), commonHeaders(requestIdOf(request))))
