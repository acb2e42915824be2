import {
  ArrowLeftRight,
  BadgeCheck,
  Building2,
  Calculator,
  ClipboardList,
  Gift,
  House,
  IdCard,
  KeyRound,
  MapPin,
  MonitorSmartphone,
  Package,
  Receipt,
  ScanLine,
  Store,
  Tag,
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
}

export type SectionKey = keyof typeof icons

/** The icon of a section. */
export function SectionIcon({ section, className }: { section: SectionKey; className?: string }) {
  const Icon = icons[section]
  return <Icon aria-hidden className={cn('shrink-0', className)} />
}
