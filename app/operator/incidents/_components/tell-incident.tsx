'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import type { IncidentOf } from './incident-dialog'

const dialog = partsOf(() => import('./incident-dialog'))
const IncidentDialog = dialog.part('IncidentDialog')

export function TellIncident({ of }: { of: IncidentOf }) {
  const t = useTranslations('incidents')
  const trigger =
    of === undefined ? (
      <Button variant="primary">{t('new')}</Button>
    ) : (
      <Button aria-label={t('updateTitle', { title: of.title })}>{t('update')}</Button>
    )
  return (
    <Opener loads={dialog} trigger={trigger}>
      {(opened) => <IncidentDialog of={of} {...opened} />}
    </Opener>
  )
}
