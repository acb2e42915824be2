'use client'

import { OctagonX } from 'lucide-react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import type { EndAllProps } from './end-all-dialog'

const dialog = partsOf(() => import('./end-all-dialog'))
const EndAllDialog = dialog.part('EndAllDialog')

/** The button that ends every credential of the merchant. */
export function EndAll(props: EndAllProps) {
  const t = useTranslations('integrations.endAll')
  return (
    <Opener
      loads={dialog}
      trigger={
        <Button variant="danger-quiet" icon={<OctagonX aria-hidden />}>
          {t('action')}
        </Button>
      }
    >
      {(opened) => <EndAllDialog {...opened} {...props} />}
    </Opener>
  )
}
