'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import type { LocalDay } from '@/lib/language/days'

const dialog = partsOf(() => import('./publish-dialog'))
const PublishDialog = dialog.part('PublishDialog')

export function Publish({ today }: { today: LocalDay }) {
  const t = useTranslations('announcements')
  return (
    <Opener loads={dialog} trigger={<Button variant="primary">{t('publish')}</Button>}>
      {(opened) => <PublishDialog today={today} {...opened} />}
    </Opener>
  )
}
