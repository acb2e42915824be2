import {
  ArrowLeftRight,
  BadgeCheck,
  Building2,
  Calculator,
  ClipboardList,
  Gift,
  HeartPulse,
  House,
  IdCard,
  KeyRound,
  LifeBuoy,
  MapPin,
  MonitorSmartphone,
  Package,
  Receipt,
  Scale,
  ScanLine,
  Store,
  Tag,
  UserCheck,
  UserLock,
  Users,
} from 'lucide-react'
import { cn } from '../ui/cn'

const icons = {
  home: House,
  integrations: KeyRound,
  certification: BadgeCheck,
  terminals: MonitorSmartphone,
  requests: ArrowLeftRight,
  consumptions: Receipt,
  closing: Calculator,
  discounts: Tag,
  companies: Building2,
  catalog: Package,
  branches: MapPin,
  team: Users,
  collaborators: IdCard,
  benefits: Gift,
  merchants: Store,
  till: ScanLine,
  activity: ClipboardList,
  approvals: UserCheck,
  support: LifeBuoy,
  health: HeartPulse,
  policies: Scale,
  privacy: UserLock,
}

export type SectionKey = keyof typeof icons

/** The icon of a section. */
export function SectionIcon({ section, className }: { section: SectionKey; className?: string }) {
  const Icon = icons[section]
  return <Icon aria-hidden className={cn('shrink-0', className)} />
}
