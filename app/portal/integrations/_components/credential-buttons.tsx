'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import { credentialIcons } from './credential-icons'
import type { CredentialProps } from './credential-menu'
import { isEnd } from './target'

const dialog = partsOf(() => import('./credential-dialog'))
const CredentialDialog = dialog.part('CredentialDialog')

/** What can be done with a credential, as the buttons of its page. */
export function CredentialButtons(props: CredentialProps) {
  const t = useTranslations('integrations')
  return props.target.actions.map((action) => (
    <Opener
      key={action}
      loads={dialog}
      trigger={
        <Button icon={credentialIcons[action]} variant={isEnd(action) ? 'danger-quiet' : 'secondary'}>
          {t(`${action}.action`)}
        </Button>
      }
    >
      {(opened) => <CredentialDialog {...props} {...opened} asked={action} />}
    </Opener>
  ))
}
