'use client'

import type { ReactNode } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'

const dialog = partsOf(() => import('./new-branch-dialog'))
const NewBranchDialog = dialog.part('NewBranchDialog')

export function NewBranch({ icon }: { icon: ReactNode }) {
  const t = useTranslations('branches')
  return (
    <Opener
      loads={dialog}
      trigger={
        <Button variant="primary" icon={icon}>
          {t('new')}
        </Button>
      }
    >
      {(opened) => <NewBranchDialog {...opened} />}
    </Opener>
  )
}
