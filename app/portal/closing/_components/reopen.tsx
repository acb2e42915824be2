'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import type { ReopenProps } from './reopen-dialog'

const dialog = partsOf(() => import('./reopen-dialog'))
const ReopenDialog = dialog.part('ReopenDialog')

/** Reopens a closed day. */
export function Reopen(props: ReopenProps) {
  const t = useTranslations('closing')
  return (
    <Opener
      loads={dialog}
      trigger={
        <Button variant="danger-quiet" className="print:hidden">
          {t('reopen.action')}
        </Button>
      }
    >
      {(opened) => <ReopenDialog {...opened} {...props} />}
    </Opener>
  )
}
