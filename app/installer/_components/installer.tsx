'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Addresses, NewSecret } from '@/app/portal/integrations/new-secret'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { DescriptionList } from '@/components/ui/layout'
import { Spinner } from '@/components/ui/spinner'
import { canSeal, openSecret, readFragment } from '@/lib/hand-offs/link'
import type { Language } from '@/lib/language/language'
import { useLeaveGuard } from '../../_components/secret/use-leave-guard'
import type { Opened, Shown } from '../answers'
import { ask } from './ask'
import { Message } from './message'
import { OpenedSecret, type Received } from './opened-secret'

type Link = { fragment: string; handle: string }

type State =
  | { at: 'looking' }
  | { at: 'closed'; link: Link; shown: Shown; pending: boolean }
  | { at: 'opened'; received: Received }
  | { at: 'unreadable' | 'unsupported' | 'dead' }
  /** `during`: what is tried again. */
  | { at: 'busy' | 'failed'; during: 'looking' | 'opening' }

/** Says whose secret the link of this page holds, and opens it when its reader presses the button. */
export function Installer({ addresses, language }: { addresses: Addresses; language: Language }) {
  const t = useTranslations('installer')
  const [state, setState] = useState<State>({ at: 'looking' })
  const [isSafe, setSafe] = useState(false)
  const [isAsked, setAsked] = useState(false)
  useLeaveGuard(state.at === 'opened' && !isSafe, () => setAsked(true))
  // A link that is being opened is dead to whatever asks about it meanwhile: its answer must not hide the secret.
  const isOpening = useRef(false)

  const look = async (wording: Language, isOver: () => boolean) => {
    if (isOpening.current) return
    if (!canSeal()) return setState({ at: 'unsupported' })
    const link = await readFragment(window.location.hash)
    if (link === undefined) return isOver() ? undefined : setState({ at: 'dead' })
    const answer = await ask<Shown>('look', { handle: link.handle, language: wording })
    if (isOver() || isOpening.current) return
    if ('value' in answer) return setState({ at: 'closed', link, shown: answer.value, pending: false })
    setState(answer.refused === 'dead' ? { at: 'dead' } : { at: answer.refused, during: 'looking' })
  }
  const lookAgain = useEffectEvent(look)
  // Anew in another language, whose dates the server writes, and for another link that is pasted into this page.
  useEffect(() => {
    let isOver = false
    const again = () => void lookAgain(language, () => isOver)
    again()
    window.addEventListener('hashchange', again)
    return () => {
      isOver = true
      window.removeEventListener('hashchange', again)
    }
  }, [language])

  const open = async (link: Link, shown: Shown) => {
    isOpening.current = true
    setState({ at: 'closed', link, shown, pending: true })
    const answer = await ask<Opened>('reveal', { handle: link.handle })
    if (!('value' in answer)) {
      isOpening.current = false
      return setState(answer.refused === 'dead' ? { at: 'dead' } : { at: answer.refused, during: 'opening' })
    }
    const { ciphertext, ...opened } = answer.value
    // The fragment opens nothing any more, and need not stay in the history.
    window.history.replaceState(null, '', window.location.pathname)
    try {
      const secret = secretOf(opened, await openSecret(link.fragment, ciphertext))
      setState({ at: 'opened', received: { ...opened, secret } })
    } catch {
      setState({ at: 'unreadable' })
    }
  }

  const again = () => {
    setState({ at: 'looking' })
    void look(language, () => false)
  }
  switch (state.at) {
    case 'looking':
      return (
        <Message title={t('title')}>
          <p role="status" className="flex items-center gap-2.5">
            <Spinner className="size-4" />
            {t('loading')}
          </p>
        </Message>
      )
    case 'closed':
      return <Closed shown={state.shown} pending={state.pending} onOpen={() => open(state.link, state.shown)} />
    case 'opened':
      return (
        <OpenedSecret
          received={state.received}
          addresses={addresses}
          isSafe={isSafe}
          onSafe={() => setSafe(true)}
          isAsked={isAsked}
        />
      )
    case 'busy':
    case 'failed':
      return (
        <Message title={t(`${state.at}Title`)} taking>
          <p>{t(state.at === 'busy' ? 'busyText' : state.during === 'opening' ? 'failedOpening' : 'failedText')}</p>
          <Button variant="primary" className="mt-4" onClick={again}>
            {t('again')}
          </Button>
        </Message>
      )
    default:
      return (
        <Message title={t(`${state.at}Title`)} taking>
          <p>{t(`${state.at}Text`)}</p>
        </Message>
      )
  }
}

const secretOf = ({ kind, name, clientId }: Omit<Opened, 'ciphertext'>, text: string): NewSecret =>
  kind === 'api_key'
    ? { kind, id: 0, name, apiKey: text }
    : { kind, id: 0, name, clientId: clientId ?? '', clientSecret: text }

function Closed({ shown, pending, onOpen }: { shown: Shown; pending: boolean; onOpen: () => void }) {
  const t = useTranslations('installer')
  const { merchant, name, branch, terminal, until } = shown
  return (
    <>
      <Message title={t('title')}>
        <p className="break-words">{t('who', { merchant })}</p>
      </Message>
      <DescriptionList
        items={[
          { term: t('merchant'), detail: <bdi>{merchant}</bdi> },
          { term: t('credential'), detail: <bdi>{name}</bdi> },
          ...(branch === null ? [] : [{ term: t('branch'), detail: <bdi>{branch}</bdi> }]),
          ...(terminal === null ? [] : [{ term: t('terminal'), detail: terminal }]),
          { term: t('until'), detail: until },
        ]}
      />
      <p className="text-sm text-pretty">{t('once')}</p>
      <Button variant="primary" pending={pending} onClick={onOpen} className="w-full sm:w-auto sm:self-start">
        {t('reveal')}
      </Button>
    </>
  )
}
