import type { OfficeTx } from '@/db/office'
import type { TeamContext } from '@/lib/accounts/invite-member'
import type { CatalogContext } from '@/lib/catalog/upload-articles'
import type { InvitingContext } from '@/lib/collaborators/invite-collaborators'
import type { PeopleFilesContext } from '@/lib/collaborators/upload-collaborators'
import type { IntegrationsContext } from '@/lib/credentials/notify-holders'
import type { Tenant } from './tenant'

/** Who asks: a member of `mine` with every permission, in a transaction that is rolled back. */
export type Asker = {
  readonly tx: OfficeTx
  readonly mine: Tenant
  /** The merchant's office, for its verbs. */
  readonly ctx: TeamContext & CatalogContext & IntegrationsContext
  /** The company's office, for its. */
  readonly companyCtx: PeopleFilesContext & InvitingContext & Pick<TeamContext, 'officeUrl' | 'now'>
}

export type Run = (asker: Asker, of: Tenant) => Promise<unknown>

/** How one query or verb is asked, and what it must answer. */
export type Asked = { readonly kind: 'of' | 'change' | 'own' | 'lock'; readonly run: Run }

/** That, or the reason why a stranger's id may be given to it. */
export type Case = Asked | { readonly kind: 'exempt'; readonly why: string }

/** By `path#name` of the function. */
export type Cases = Readonly<Record<string, Case>>

/**
 * Takes ids of things. Asked for those of another tenant it answers as it does for ids that never were, shows nothing of theirs and
 * changes nothing of theirs; asked for one's own it finds or changes something.
 */
export const of = (run: Run): Case => ({ kind: 'of', run })

/**
 * Changes one thing that its caller has found. For another tenant's, as for what never was, it refuses: a change that finds nothing is
 * no change (ADR-0019).
 */
export const change = (run: Run): Case => ({ kind: 'change', run })

/** Takes no id but the tenant's own: it finds or changes something of one's own, and shows and changes nothing of others. */
export const own = (run: (asker: Asker) => Promise<unknown>): Case => ({ kind: 'own', run })

/** Only locks: it shows nothing and changes nothing. */
export const lock = (run: Run): Case => ({ kind: 'lock', run })

export const exempt = (why: string): Case => ({ kind: 'exempt', why })

/** All rows of a file. */
export async function rowsOf<T>(batches: AsyncIterable<readonly T[]>): Promise<T[]> {
  const rows: T[] = []
  for await (const batch of batches) rows.push(...batch)
  return rows
}

const ofCompany = ' for a company'

/** Lines of functions that ask for a merchant in one line, and in these for a company. */
export const inCompany = (cases: Cases): Cases =>
  Object.fromEntries(Object.entries(cases).map(([name, one]) => [`${name}${ofCompany}`, one]))

/** The functions that have lines, each once. */
export const functionsIn = (lines: Readonly<Record<string, unknown>>): string[] => [
  ...new Set(Object.keys(lines).map((name) => name.replace(ofCompany, ''))),
]
