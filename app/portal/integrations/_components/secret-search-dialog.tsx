'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from '@/components/texts'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Textarea } from '@/components/ui/input'
import { DescriptionList } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import type { Opened } from '@/components/ui/opener'
import { type Found, readFound } from '@/lib/credentials/found'
import { searchCredential } from '../actions'
import type { Finding } from '../finding'
import type { Addresses } from '../new-secret'
import { CredentialDialog } from './credential-dialog'
import { credentialIcons } from './credential-icons'
import { isEnd, type Target } from './target'

export type SecretSearchProps = {
  /** The prefixes and client ids of the merchant, live or not: a secret without one is known by its checksum among them. */
  publicNames: readonly string[]
  addresses: Addresses
  needsCode: boolean
}

/**
 * Says whose a secret is that somebody found. What is pasted stays in this component's state alone: it is read here, only a prefix or a
 * client id is sent, and it is gone when the dialog or the page is closed.
 */
export function SecretSearchDialog({ open, onOpenChange, ...search }: SecretSearchProps & Opened) {
  const t = useTranslations('integrations.search')
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('title')} description={t('text')}>
      <Search {...search} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Within the dialog, and so forgotten with it. */
function Search({ publicNames, close, ...dialogs }: SecretSearchProps & { close: () => void }) {
  const t = useTranslations('integrations.search')
  const [pasted, setPasted] = useState('')
  const [finding, setFinding] = useState<Finding>()
  const found = readFound(pasted, publicNames)
  const name = 'of' in found ? found.of.name : ''
  // A page that the browser keeps for "back" keeps no secret (P-19).
  useEffect(() => {
    const forget = () => flushSync(() => setPasted(''))
    window.addEventListener('pagehide', forget)
    return () => window.removeEventListener('pagehide', forget)
  }, [])
  return (
    <Form<Finding>
      // The form itself has no field with a name: nothing of it can be sent but this.
      action={(state, entries) => {
        entries.set('name', name)
        return searchCredential(state, entries)
      }}
      faults="integrations.faults"
      onDone={setFinding}
    >
      <Field name="found" label={t('found')} hint={t('hint')}>
        <Textarea
          name={undefined}
          rows={3}
          value={pasted}
          onChange={(event) => {
            setPasted(event.target.value)
            setFinding(undefined)
          }}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="font-mono break-all"
        />
      </Field>
      <Reading found={found} />
      {finding === undefined ? null : finding === null ? (
        <Answer label={t('none')}>
          <Notice title={t('none')}>{t('noneText')}</Notice>
        </Answer>
      ) : (
        <FoundCredential finding={finding} close={close} {...dialogs} />
      )}
      <DialogFooter>
        <DialogClose>
          <Button>{t('close')}</Button>
        </DialogClose>
        {finding === undefined ? (
          <Button type="submit" variant="primary" disabledReason={name === '' ? t('pasteFirst') : undefined}>
            {t('submit')}
          </Button>
        ) : null}
      </DialogFooter>
    </Form>
  )
}

/** Takes the focus when it comes: the button that asked for it is gone then, and on a phone it may stand below what is seen. */
function Answer({ label, children }: { label: string; children: ReactNode }) {
  const answer = useRef<HTMLElement>(null)
  useEffect(() => {
    // After the dialog, which takes the focus itself when the button that had it goes.
    const frame = requestAnimationFrame(() => answer.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <section ref={answer} tabIndex={-1} aria-label={label} className="rounded-lg">
      {children}
    </section>
  )
}

/** What the text is, said as it is typed, and what of it would be sent. */
function Reading({ found }: { found: Found }) {
  const t = useTranslations('integrations.search')
  const isNamed = 'of' in found
  const of = isNamed ? (`${found.reading}.${found.of.kind}` as const) : found.reading
  const shown = isNamed && found.of.kind === 'api_key' ? `ck_${found.of.name}` : isNamed ? found.of.name : ''
  return (
    <div role="status" className="flex min-h-10 flex-col gap-1 text-sm text-pretty">
      {of === 'empty' ? null : <p>{t(`readings.${of}`)}</p>}
      {isNamed ? (
        <p className="text-muted">
          {t('sent')} <code className="font-mono text-xs break-all">{shown}</code>
        </p>
      ) : null}
    </div>
  )
}

type FoundProps = { finding: NonNullable<Finding>; close: () => void; addresses: Addresses; needsCode: boolean }

/** The credential, and what can be done with it: what was done closes the search, whose answer is then of before. */
function FoundCredential({ finding, close, ...dialogs }: FoundProps) {
  const t = useTranslations('integrations')
  const [asked, setAsked] = useState<Target['actions'][number]>()
  const { target, state } = finding
  return (
    <Answer label={target.name}>
      <div className="flex flex-col gap-3 rounded-lg border border-line p-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="min-w-0 font-semibold break-words">
            <bdi>{target.name}</bdi>
          </p>
          <Badge tone={state.tone}>{state.text}</Badge>
        </div>
        <DescriptionList items={finding.facts} />
        {finding.doubt === null ? null : <p className="text-sm text-pretty">{finding.doubt}</p>}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
          {target.actions.map((action) => (
            <Button
              key={action}
              icon={credentialIcons[action]}
              variant={isEnd(action) ? 'danger-quiet' : 'secondary'}
              onClick={() => setAsked(action)}
            >
              {t(`${action}.action`)}
            </Button>
          ))}
          <Link href={target.href} className="text-sm">
            {t('seeDetails')}
          </Link>
        </div>
      </div>
      {target.actions.map((action) => (
        <CredentialDialog
          key={action}
          {...dialogs}
          target={target}
          asked={action}
          open={asked === action}
          onOpenChange={(open) => {
            setAsked(open ? action : undefined)
            if (!open) close()
          }}
        />
      ))}
    </Answer>
  )
}
