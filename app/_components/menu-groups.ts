import type { merchantSections } from '@/lib/web/merchant-office'

/** The groups of a merchant's menu, in its order. A company's menu is short, and needs none. */
const groupOfSection = {
  till: 'sales',
  consumptions: 'sales',
  closing: 'sales',
  discounts: 'offers',
  companies: 'offers',
  catalog: 'offers',
  branches: 'offers',
  integrations: 'connection',
  requests: 'connection',
  activity: 'account',
  team: 'account',
} as const satisfies Record<keyof typeof merchantSections, string>

/** The group of the menu in which a section stands; undefined for one that stands alone, and for those of other offices. */
export const groupOf = (key: keyof typeof merchantSections) => groupOfSection[key]
