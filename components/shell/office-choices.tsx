'use client'

import { useTranslations } from '@/components/texts'
import { MenuChoices, MenuSeparator } from '../ui/menu-items'
import type { OfficeSwitcherProps } from './office-switcher'

type Kind = 'merchant' | 'company'

export default function OfficeChoices({
  current,
  merchants,
  companies,
  onChoose,
}: Pick<OfficeSwitcherProps, 'current' | 'merchants' | 'companies'> & { onChoose: (kind: Kind, id: string) => void }) {
  const t = useTranslations('shell')
  const choices = (kind: Kind, all: OfficeSwitcherProps['merchants']) =>
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
