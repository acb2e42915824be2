'use client'

import { usePathname } from 'next/navigation'
import { LinkTabs } from '@/components/ui/tabs'

/** The pages of an account as tabs, the same in every frame. */
export function AccountTabs(props: { label: string; pages: readonly { href: string; label: string }[] }) {
  const path = usePathname()
  return <LinkTabs label={props.label} tabs={props.pages.map((page) => ({ ...page, current: page.href === path }))} />
}
