'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from '@/components/texts'
import { Dialog } from '@/components/ui/dialog'
import { useLeaveGuard } from '../../../_components/secret/use-leave-guard'
import type { Addresses, NewSecret } from '../new-secret'
import { SecretPanel } from './secret-panel'

type SecretDialogProps = {
  title: string
  description: ReactNode
  /** The dialog's title once it shows the secret. */
  secretTitle: string
  addresses: Addresses
  /** What the question before leaving says, and what is done, when the secret is left without being saved. */
  lost?: { text: string; act: (secret: NewSecret) => void }
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The form that makes the secret and passes it to `onSecret`. */
  children: (onSecret: (secret: NewSecret) => void) => ReactNode
}

/**
 * A dialog whose form makes a secret. The dialog then shows the secret, only this once. The secret is in this component's state
 * alone: it is gone when the dialog or the page is closed. Until it is saved, escape, a press outside, reload and back ask first.
 */
export function SecretDialog({ secretTitle, addresses, children, lost, onOpenChange, ...dialog }: SecretDialogProps) {
  const t = useTranslations('integrations.secret')
  const router = useRouter()
  const [secret, setSecret] = useState<NewSecret>()
  const [isSafe, setSafe] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const isAtRisk = secret !== undefined && !isSafe
  useLeaveGuard(isAtRisk, () => setAsked(true))
  // A page that the browser keeps for "back" keeps no secret (P-19).
  useEffect(() => {
    const forget = () => flushSync(() => setSecret(undefined))
    window.addEventListener('pagehide', forget)
    return () => window.removeEventListener('pagehide', forget)
  }, [])

  const close = () => {
    if (isAtRisk) lost?.act(secret)
    onOpenChange(false)
    setSecret(undefined)
    setSafe(false)
    setAsked(false)
  }
  return (
    <Dialog
      {...dialog}
      {...(secret === undefined ? {} : { title: secretTitle, description: t('text'), size: 'large' as const })}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      onCloseRequest={() => {
        if (isAtRisk) setAsked(true)
        return !isAtRisk
      }}
    >
      {secret === undefined ? (
        children((made) => {
          setSecret(made)
          // Opens the dialog again if it was closed while the secret was being made: the secret is shown only this once.
          onOpenChange(true)
          router.refresh()
        })
      ) : (
        <SecretPanel
          secret={secret}
          addresses={addresses}
          isSafe={isSafe}
          onSafe={() => setSafe(true)}
          isAsked={isAsked}
          askText={lost?.text ?? t('askText')}
          onStay={() => setAsked(false)}
          onClose={close}
        />
      )}
    </Dialog>
  )
}
