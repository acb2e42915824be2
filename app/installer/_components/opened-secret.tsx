'use client'

import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Addresses, NewSecret } from '@/app/portal/integrations/new-secret'
import { useTranslations } from '@/components/texts'
import { Notice } from '@/components/ui/notice'
import { SecretExamples, SecretShown } from '../../_components/secret/secret-shown'
import { Step } from '../../_components/secret/step'
import type { Opened } from '../answers'
import { Message } from './message'
import { useCalls } from './use-calls'

export type Received = Omit<Opened, 'ciphertext'> & { secret: NewSecret }

/** The secret, this once, with what is needed to put it to use. It is in this component alone, and gone with the page. */
export function OpenedSecret(props: {
  received: Received
  addresses: Addresses
  isSafe: boolean
  onSafe: () => void
  /** Somebody tried to go back before it was copied or downloaded. */
  isAsked: boolean
}) {
  const t = useTranslations('installer')
  const [received, setReceived] = useState<Received | undefined>(props.received)
  // A page that the browser keeps for "back" keeps no secret (P-19).
  useEffect(() => {
    const forget = () => flushSync(() => setReceived(undefined))
    window.addEventListener('pagehide', forget)
    return () => window.removeEventListener('pagehide', forget)
  }, [])
  if (received === undefined) {
    return (
      <Message title={t('deadTitle')}>
        <p>{t('deadText')}</p>
      </Message>
    )
  }
  const { secret, branchId, terminal } = received
  const place = { branchId: branchId ?? undefined, terminal: terminal ?? undefined }
  const shown = { secret, addresses: props.addresses, place }
  return (
    <>
      <Message title={t('openedTitle')} taking>
        <p>{t('openedText')}</p>
      </Message>
      <SecretShown {...shown} onSafe={props.onSafe} />
      {props.isAsked && !props.isSafe ? (
        <Notice tone="warning" live title={t('leaveTitle')}>
          {t('leaveText')}
        </Notice>
      ) : null}
      <Test received={received} />
      <SecretExamples {...shown} />
    </>
  )
}

/** Waits for a call that the till itself makes: one from here would prove nothing of it. */
function Test({ received: { kind, terminal, watch } }: { received: Received }) {
  const t = useTranslations('installer')
  const { calls, paused } = useCalls(watch, terminal === null ? 'call' : 'callOfTill')
  const token = calls?.token ? t('token', { time: calls.token }) : undefined
  const call = calls?.call ? t('call', { time: calls.call }) : undefined
  const ofTill =
    terminal !== null && calls?.callOfTill ? t('callOfTill', { terminal, time: calls.callOfTill }) : undefined
  const isDone = (terminal === null ? call : ofTill) !== undefined
  return (
    <section className="flex flex-col gap-2" aria-label={t('test')}>
      <h2 className="text-sm font-semibold">{t('test')}</h2>
      <p className="text-xs text-pretty text-muted">{t(terminal === null ? 'testText' : 'testTextOfTill')}</p>
      <div role="status" className="flex flex-col gap-1.5 rounded-lg bg-surface px-4 py-3 text-sm">
        {kind === 'oauth_client' ? <Step done={token} waiting={t('waitingToken')} paused={paused} /> : null}
        <Step done={call} waiting={t('waitingCall')} paused={paused} />
        {terminal === null ? null : (
          <Step done={ofTill} waiting={t('waitingCallOfTill', { terminal })} paused={paused} />
        )}
        {!isDone ? <p className="pl-6.5 text-xs text-muted">{t(paused ? 'paused' : 'delay')}</p> : null}
      </div>
    </section>
  )
}
