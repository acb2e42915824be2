'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import type { EndProps } from './end-dialog'

const dialog = partsOf(() => import('./end-dialog'))
const EndDialog = dialog.part('EndDialog')

/** Ends an affiliation. */
export function EndAffiliation(props: EndProps) {
  const t = useTranslations('affiliations')
  return (
    <Opener loads={dialog} trigger={<Button variant="danger-quiet">{t('end.action')}</Button>}>
      {(opened) => <EndDialog {...opened} {...props} />}
    </Opener>
  )
}
