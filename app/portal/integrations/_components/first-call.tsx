'use client'

import { useTranslations } from '@/components/texts'
import { Step } from '../../../_components/secret/step'
import type { NewSecret } from '../new-secret'
import type { Uses } from '../shown-uses'
import { useUses } from './use-uses'

type Use = Uses['call']

/** Waits for the first use of a new secret, and says when and from where it came. */
export function FirstCall({ secret }: { secret: NewSecret }) {
  const t = useTranslations('integrations.firstCall')
  const { uses, paused } = useUses(secret.kind, secret.id)
  const since = secret.kind === 'oauth_client' ? secret.since : undefined
  const isNew = (use: Use) => use !== null && (since === undefined || use.iso >= since)
  const said = (use: Use) => ({ time: use?.time ?? '', address: use?.address ?? t('unknownAddress') })
  const token = uses && isNew(uses.token) ? t('token', said(uses.token)) : undefined
  // After a rotation, tokens of the previous secret stay in use for a while: their calls say nothing about the new secret.
  const isByIt = since === undefined || token !== undefined
  const call = uses && isByIt && isNew(uses.call) ? t('received', said(uses.call)) : undefined
  return (
    <div role="status" className="flex flex-col gap-1.5 rounded-lg bg-surface px-4 py-3 text-sm">
      {secret.kind === 'oauth_client' ? <Step done={token} waiting={t('waitingToken')} paused={paused} /> : null}
      <Step done={call} waiting={t('waiting')} paused={paused} />
      <p className="pl-6.5 text-xs text-muted">
        {paused ? t('paused') : since === undefined ? t('hint') : t('hintRotated')}
      </p>
    </div>
  )
}
