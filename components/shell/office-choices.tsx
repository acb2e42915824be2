'use client'

import { useTranslations } from '@/components/texts'
import { MenuChoices, MenuSeparator } from '../ui/menu-items'

type Kind = 'merchant' | 'company'

type Named = { readonly id: number; readonly name: string }

export type Offices = {
  readonly current: Named & { readonly kind: Kind }
  readonly merchants: readonly Named[]
  readonly companies: readonly Named[]
}

export default function OfficeChoices({
  current,
  merchants,
  companies,
  onChoose,
}: Offices & { onChoose: (kind: Kind, id: string) => void }) {
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
    <>
      {choices('merchant', merchants)}
      {merchants.length > 0 && companies.length > 0 ? <MenuSeparator /> : null}
      {choices('company', companies)}
    </>
  )
}
