import type { OfficeDb } from '@/db/office'
import type { OfficeKind } from './form-state'
import { officeService } from './office-service'
import type { SignedIn } from './session'

/** Whether the reader is in that office by a support view, and so reads alone (ADR-0056). */
export const isSupportView = ({ session }: Pick<SignedIn, 'session'>, office: OfficeKind): boolean =>
  session.supportView?.of === office

/** What an office works with: of a support view the role that only reads. */
export const databaseOf = (ctx: SignedIn, office: OfficeKind): OfficeDb =>
  isSupportView(ctx, office) ? officeService().support.db : ctx.db

/** Pages that are there to do something, or show what a support view must not: their readers are told so. */
const hidden =
  /^\/(?:portal\/till|(?:portal|company)\/activity\/support|(?:portal\/(?:catalog|closing)|company\/collaborators)\/import)(?:[/?]|$)/

export const isHiddenFromSupport = (path: string): boolean => hidden.test(path)
