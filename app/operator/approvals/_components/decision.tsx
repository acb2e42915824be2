'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import type { DecisionProps } from './decision-dialog'

const dialog = partsOf(() => import('./decision-dialog'))
const DecisionDialog = dialog.part('DecisionDialog')

/** A button that decides on a proposal, or sets four eyes on or off, by a dialog. */
export function Decision(props: DecisionProps) {
  const t = useTranslations('approvals')
  const { decision, what } = props
  return (
    <Opener
      loads={dialog}
      trigger={
        <Button
          size="small"
          variant={decision === 'approve' ? 'primary' : 'secondary'}
          {...(what === undefined ? {} : { 'aria-label': t(`decisions.${decision}.label`, { what }) })}
        >
          {t(`decisions.${decision}.action`)}
        </Button>
      }
    >
      {(opened) => <DecisionDialog {...props} {...opened} />}
    </Opener>
  )
}
