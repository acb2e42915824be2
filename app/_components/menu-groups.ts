import type { companySections } from '@/lib/web/company-office'
import type { merchantSections } from '@/lib/web/merchant-office'
import type { operatorSections } from '@/lib/web/operator-office'

/** The groups of the menus, in their order. A company's menu is short: only what is about its account stands in one. */
const groupOfSection = {
  till: 'sales',
  consumptions: 'sales',
  closing: 'sales',
  discounts: 'offers',
  companies: 'offers',
  catalog: 'offers',
  branches: 'offers',
  integrations: 'connection',
  certification: 'connection',
  terminals: 'connection',
  requests: 'connection',
  activity: 'account',
  team: 'account',
} as const satisfies Record<keyof typeof merchantSections, string>

const operatorGroups: Partial<Record<keyof typeof operatorSections, 'account'>> = {
  activity: 'account',
  team: 'account',
}

const companyGroups: Partial<Record<keyof typeof companySections, 'account'>> = { activity: 'account', team: 'account' }

/** The group of the menu in which a section of the merchant's office stands. */
export const groupOf = (key: keyof typeof merchantSections) => groupOfSection[key]

/** The same in a company's; undefined for one that stands alone. */
export const groupInCompany = (key: keyof typeof companySections) => companyGroups[key]

/** The same in the operator's. */
export const groupInOperator = (key: keyof typeof operatorSections) => operatorGroups[key]
