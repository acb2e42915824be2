import { account } from './account'
import { catalog } from './catalog'
import { certification } from './certification'
import { companies } from './companies'

import { company } from './company'
import { consumptions } from './consumptions'
import { discounts } from './discounts'
import { integrations } from './integrations'
import { network } from './network'
import { type Area, type OfficeAction, type OfficePage, officePages } from './office-map'
import { operator } from './operator'
import { requests } from './requests'
import { team } from './team'
import { terminals } from './terminals'
import { till } from './till'
import { views } from './views'
import type { Call, Visit, Ways } from './ways'
import type { World } from './world'

/** A section each, in a file of its own. */
const sections: readonly Ways[] = [
  account,
  catalog,
  certification,
  companies,
  company,
  consumptions,
  discounts,
  integrations,
  network,
  operator,
  requests,
  team,
  terminals,
  till,
  views,
]

/** How to open a page; undefined when nobody said, and it cannot be guessed. */
export function visitOf({ template }: Pick<OfficePage, 'template'>): Visit | undefined {
  const known = sections.map(({ pages }) => pages?.[template]).find((visit) => visit !== undefined)
  const isOpen = template.includes('[')
  return isOpen && known?.path === undefined ? undefined : (known ?? {})
}

/** Each page of an area that can be asked for, with the address of the owner's own. */
export async function addressesOf(area: Area, own: World) {
  const found: { page: OfficePage; visit: Visit; path: string }[] = []
  for (const page of officePages()) {
    const visit = visitOf(page)
    if (page.area !== area || visit === undefined || !page.methods.includes('GET')) continue
    found.push({ page, visit, path: (await visit.path?.(own)) ?? page.template })
  }
  return found
}

/** How to call an action; undefined when nobody said. */
export const callOf = ({ file, name }: OfficeAction): Call | undefined =>
  sections.map(({ actions }) => actions?.[file]?.[name]).find((call) => call !== undefined)

/** Every entry, so that those of what is gone are seen. */
export const entries = {
  pages: sections.flatMap(({ pages = {} }) => Object.keys(pages)),
  actions: sections.flatMap(({ actions = {} }) =>
    Object.entries(actions).flatMap(([file, calls]) => Object.keys(calls).map((name) => `${file} ${name}`)),
  ),
}
