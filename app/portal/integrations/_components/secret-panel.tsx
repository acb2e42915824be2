'use client'

import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/choices'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { DialogFooter } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { offerFile } from '@/components/ui/offer-file'
import type { Addresses, NewSecret } from '../new-secret'
import { FirstCall } from './first-call'
import { envFile, envFileName, snippets } from './snippets'

type PanelProps = {
  secret: NewSecret
  addresses: Addresses
  /** The secret was copied, downloaded or said to be saved. */
  isSafe: boolean
  onSafe: () => void
  /** Somebody tried to leave before that was so. */
  isAsked: boolean
  onStay: () => void
  onClose: () => void
}

/** Shows a secret, the only time that it is shown. */
export function SecretPanel({ secret, addresses, isSafe, onSafe, isAsked, onStay, onClose }: PanelProps) {
  const t = useTranslations('integrations.secret')
  const download = () => {
    offerFile(envFileName(secret), envFile(secret, addresses))
    onSafe()
  }
  const [label, text, copy] =
    secret.kind === 'api_key'
      ? [t('key'), secret.apiKey, t('copyKey')]
      : [t('clientSecret'), secret.clientSecret, t('copySecret')]
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-3 rounded-lg border border-line p-4">
        <dl className="flex flex-col gap-3">
          {secret.kind === 'oauth_client' ? (
            <MachineText
              term={t('clientId')}
              text={secret.clientId}
              action={<CopyButton text={secret.clientId} label={t('clientId')} />}
            />
          ) : null}
          <MachineText term={label} text={text} />
        </dl>
        <div className="flex flex-wrap gap-2.5">
          <CopyButton text={text} label={copy} variant="primary" onCopied={onSafe}>
            {copy}
          </CopyButton>
          <Button icon={<Download aria-hidden />} onClick={download}>
            {t('download')}
          </Button>
        </div>
      </div>
      <FirstCall secret={secret} />
      <section className="flex min-w-0 flex-col gap-2" aria-label={t('snippets')}>
        <h3 className="text-sm font-semibold">{t('snippets')}</h3>
        <p className="text-xs text-muted">{t('snippetsText')}</p>
        <CodeBlock label={t('snippets')} examples={snippets(secret.kind, addresses)} />
      </section>
      {isAsked && !isSafe ? <LeaveQuestion onStay={onStay} onLeave={onClose} /> : null}
      <DialogFooter className="flex-col! sm:flex-row! sm:items-center sm:justify-between!">
        <Checkbox label={t('saved')} checked={isSafe} onChange={(event) => event.target.checked && onSafe()} />
        <Button variant="primary" disabledReason={isSafe ? undefined : t('closeFirst')} onClick={onClose}>
          {t('done')}
        </Button>
      </DialogFooter>
    </div>
  )
}

function MachineText(props: { term: string; text: string; action?: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{props.term}</dt>
      <dd className="flex items-center justify-between gap-2">
        <code className="min-w-0 font-mono text-sm break-all select-all">{props.text}</code>
        {props.action}
      </dd>
    </div>
  )
}

/** Stays visible wherever the panel is scrolled. The answer that loses nothing takes the focus. */
function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const t = useTranslations('integrations.secret')
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => stay.current?.focus(), [])
  return (
    <Notice tone="warning" live title={t('askTitle')}>
      <p>{t('askText')}</p>
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
