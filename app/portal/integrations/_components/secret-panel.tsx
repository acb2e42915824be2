'use client'

import { Send } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/choices'
import { DialogFooter } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { canSeal } from '@/lib/hand-offs/link'
import { SecretExamples, SecretShown } from '../../../_components/secret/secret-shown'
import type { Addresses, NewSecret } from '../new-secret'
import { FirstCall } from './first-call'
import { HandOff } from './hand-off'

type PanelProps = {
  secret: NewSecret
  addresses: Addresses
  /** The secret was copied, downloaded or said to be saved. */
  isSafe: boolean
  onSafe: () => void
  /** Somebody tried to leave before that was so. */
  isAsked: boolean
  /** What is lost by leaving. */
  askText: string
  onStay: () => void
  onClose: () => void
}

/** Shows a secret, the only time that it is shown. */
export function SecretPanel({ secret, addresses, isSafe, onSafe, isAsked, askText, onStay, onClose }: PanelProps) {
  const t = useTranslations('integrations.secret')
  const [isHandingOver, setHandingOver] = useState(false)
  return (
    <div className="flex flex-col gap-5">
      <SecretShown secret={secret} addresses={addresses} onSafe={onSafe}>
        <Button
          icon={<Send aria-hidden />}
          aria-expanded={isHandingOver}
          disabledReason={canSeal() ? undefined : t('handOff.unsupported')}
          onClick={() => setHandingOver(!isHandingOver)}
        >
          {t('handOff.action')}
        </Button>
      </SecretShown>
      {isHandingOver ? <HandOff secret={secret} onHanded={onSafe} /> : null}
      <FirstCall secret={secret} />
      <SecretExamples secret={secret} addresses={addresses} />
      {isAsked && !isSafe ? <LeaveQuestion text={askText} onStay={onStay} onLeave={onClose} /> : null}
      <DialogFooter className="flex-col! sm:flex-row! sm:items-center sm:justify-between!">
        <Checkbox label={t('saved')} checked={isSafe} onChange={(event) => event.target.checked && onSafe()} />
        <Button variant="primary" disabledReason={isSafe ? undefined : t('closeFirst')} onClick={onClose}>
          {t('done')}
        </Button>
      </DialogFooter>
    </div>
  )
}

/** Stays visible wherever the panel is scrolled. The answer that loses nothing takes the focus. */
function LeaveQuestion({ text, onStay, onLeave }: { text: string; onStay: () => void; onLeave: () => void }) {
  const t = useTranslations('integrations.secret')
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => stay.current?.focus(), [])
  return (
    <Notice tone="warning" live title={t('askTitle')}>
      <p>{text}</p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Button ref={stay} variant="primary" onClick={onStay}>
          {t('stay')}
        </Button>
        <Button variant="danger" onClick={onLeave}>
          {t('leave')}
        </Button>
      </div>
    </Notice>
  )
}
