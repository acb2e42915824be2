'use client'

import type { ReactNode } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import type { NewCredentialProps } from './new-credential-dialog'

const dialog = partsOf(() => import('./new-credential-dialog'))
const NewCredentialDialog = dialog.part('NewCredentialDialog')

/** The button that makes a new credential. */
export function NewCredential(props: NewCredentialProps & { icon: ReactNode; disabledReason: string | undefined }) {
  const { icon, disabledReason, ...asked } = props
  const t = useTranslations('integrations')
  return (
    <Opener
      loads={dialog}
      trigger={
        <Button variant="primary" icon={icon} disabledReason={disabledReason}>
          {t(props.kind === 'api_key' ? 'keys.create' : 'clients.create')}
        </Button>
      }
    >
      {(opened) => <NewCredentialDialog {...opened} {...asked} />}
    </Opener>
  )
}
