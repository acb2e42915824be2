'use client'

import { useTranslations } from '@/components/texts'
import { Menu } from '../ui/menu'
import { MenuChoices, MenuSeparator } from '../ui/menu-items'
import type { Opened } from '../ui/opener'

type Kind = 'merchant' | 'company'

type Named = { readonly id: number; readonly name: string }

export type Offices = {
  readonly current: Named & { readonly kind: Kind | 'operator' }
  readonly merchants: readonly Named[]
  readonly companies: readonly Named[]
}

/** The offices of a user, in a menu. */
export function OfficeChoices({
  opened,
  current,
  merchants,
  companies,
  onChoose,
}: Offices & { opened: Opened; onChoose: (kind: Kind, id: string) => void }) {
  const t = useTranslations('shell')
  const choices = (kind: Kind, all: readonly Named[]) =>
    all.length === 0 ? null : (
      <MenuChoices
        label={t(kind)}
        value={current.kind === kind ? String(current.id) : ''}
        options={all.map((one) => ({ value: String(one.id), label: one.name }))}
        onChange={(id) => onChoose(kind, id)}
      />
    )
  return (
    <Menu {...opened} align="start" isFixed className="w-(--anchor-width)">
      {choices('merchant', merchants)}
      {merchants.length > 0 && companies.length > 0 ? <MenuSeparator /> : null}
      {choices('company', companies)}
    </Menu>
  )
}
