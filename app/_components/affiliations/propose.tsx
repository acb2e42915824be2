'use client'

import type { ReactNode } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import type { ProposalProps } from './proposal-dialog'

const dialog = partsOf(() => import('./proposal-dialog'))
const ProposalDialog = dialog.part('ProposalDialog')

/** Asks the other side for an affiliation. */
export function Propose({ icon, ...proposal }: ProposalProps & { icon: ReactNode }) {
  const t = useTranslations('affiliations')
  return (
    <Opener
      loads={dialog}
      trigger={
        <Button variant="primary" icon={icon}>
          {t('proposal.action')}
        </Button>
      }
    >
      {(opened) => <ProposalDialog {...opened} {...proposal} />}
    </Opener>
  )
}
