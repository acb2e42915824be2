'use client'

import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Addresses, NewSecret } from '@/app/portal/integrations/new-secret'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { offerFile } from '@/components/ui/offer-file'
import { envFile, envFileName, type Place, snippets } from './snippets'

type Props = { secret: NewSecret; addresses: Addresses; place?: Place }

/** A secret to copy and to download; `children` are further buttons. */
export function SecretShown(props: Props & { onSafe: () => void; children?: ReactNode }) {
  const { secret, addresses, place, onSafe } = props
  const t = useTranslations('integrations.secret')
  const file = envFile(secret, addresses, place)
  const download = () => {
    offerFile(envFileName(secret), file)
    onSafe()
  }
  const [label, text, copy] =
    secret.kind === 'api_key'
      ? [t('key'), secret.apiKey, t('copyKey')]
      : [t('clientSecret'), secret.clientSecret, t('copySecret')]
  return (
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
        {props.children}
      </div>
    </div>
  )
}

function MachineText(props: { term: string; text: string; action?: ReactNode }) {
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

/** How to make a first call with what the file holds. */
export function SecretExamples({ secret, addresses, place }: Props) {
  const t = useTranslations('integrations.secret')
  return (
    <section className="flex min-w-0 flex-col gap-2" aria-label={t('snippets')}>
      <h3 className="text-sm font-semibold">{t('snippets')}</h3>
      <p className="text-xs text-muted">{t('snippetsText')}</p>
      <CodeBlock label={t('snippets')} examples={snippets(secret.kind, addresses, place?.terminal !== undefined)} />
    </section>
  )
}
