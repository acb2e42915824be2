'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { RadioGroup } from '@/components/ui/choices'
import { Field, FieldGroup } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Select } from '@/components/ui/input'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/states'
import { useToast } from '@/components/ui/toast'
import { credentialFormat } from '@/lib/credentials/reference'
import { quietHoursChoices } from '@/lib/credentials/replacement'
import { asksForCode, CodeField } from '../../../_components/code-field'
import { abandonReplacing, replaceCredential } from '../actions'
import type { Addresses, NewSecret } from '../new-secret'
import type { ShownProposal } from '../shown-proposal'
import { SecretDialog } from './secret-dialog'
import type { Target } from './target'
import { useProposal } from './use-proposal'

type ReplaceDialogProps = {
  target: Target
  addresses: Addresses
  needsCode: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
}

/**
 * Makes a credential in the place of another, and shows its secret once. Whoever leaves without having saved the secret gives the
 * replacing up with it, so that no credential stays whose secret nobody has.
 */
export function ReplaceDialog({ target, needsCode, ...dialog }: ReplaceDialogProps) {
  const t = useTranslations('integrations')
  const toast = useToast()
  const router = useRouter()
  const giveUp = async ({ kind, id, name }: NewSecret) => {
    const entries = new FormData()
    for (const [field, value] of Object.entries({ kind, id: String(id), used: '' })) entries.set(field, value)
    const answer = await abandonReplacing({ status: 'idle' }, entries)
    if (answer.status === 'done') toast(t('replacing.ended', { name }))
    router.refresh()
  }
  return (
    <SecretDialog
      {...dialog}
      title={t('replace.title', { name: target.name })}
      description={t('replace.text')}
      secretTitle={t(target.kind === 'api_key' ? 'secret.keyTitle' : 'secret.clientTitle')}
      lost={{ text: t('replace.askText'), act: giveUp }}
    >
      {(onSecret) => <Replace target={target} needsCode={needsCode} onSecret={onSecret} />}
    </SecretDialog>
  )
}

type FormProps = { target: Target; needsCode: boolean; onSecret: (secret: NewSecret) => void }

function Replace(props: FormProps) {
  const [attempt, setAttempt] = useState(0)
  return <Asked key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Asked({ onRetry, ...props }: FormProps & { onRetry: () => void }) {
  const t = useTranslations('integrations.replace')
  const common = useTranslations('common')
  const { proposal, failed } = useProposal(credentialFormat.write(props.target))
  if (failed) {
    return (
      <Notice tone="warning" live title={t('failed')} action={<Button onClick={onRetry}>{common('retry')}</Button>} />
    )
  }
  if (proposal === undefined) {
    return (
      <div role="status" className="flex flex-col gap-3">
        <span className="sr-only">{t('loading')}</span>
        <Skeleton className="h-28" />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
    )
  }
  switch (proposal.state) {
    case 'full':
      return (
        <Notice tone="warning" live title={t('full', { max: String(proposal.max) })}>
          {t(props.target.kind === 'api_key' ? 'fullKey' : 'fullClient')}
        </Notice>
      )
    case 'replacing':
      return (
        <Notice live title={t('already')} action={<Link href={proposal.href}>{t('see')}</Link>}>
          <p className="wrap-anywhere">{t('alreadyText', proposal)}</p>
        </Notice>
      )
    case 'open':
      return <ReplaceForm {...props} proposal={proposal} />
  }
}

function ReplaceForm({
  target,
  proposal,
  onSecret,
  ...props
}: FormProps & { proposal: Extract<ShownProposal, { state: 'open' }> }) {
  const t = useTranslations('integrations')
  const [needsCode, setNeedsCode] = useState(props.needsCode)
  const { name, permissions, ends, addresses, tills, isLast, max } = proposal
  const facts = [
    { term: t('replace.name'), detail: name },
    { term: t('replace.permissions'), detail: permissions },
    ...(ends === null ? [] : [{ term: t('replace.ends'), detail: ends }]),
    { term: t('replace.addresses'), detail: addresses ?? t('details.anyAddress') },
  ]
  return (
    <Form<NewSecret>
      action={replaceCredential}
      faults="integrations.faults"
      onDone={onSecret}
      onRefused={(refusal) => asksForCode(refusal) && setNeedsCode(true)}
    >
      <input type="hidden" name="kind" value={target.kind} />
      <input type="hidden" name="id" value={target.id} />
      <section aria-label={t('replace.makes')} className="rounded-lg border border-line px-4 py-1">
        <dl className="divide-y divide-line text-sm">
          {facts.map(({ term, detail }) => (
            <div key={term} className="grid gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
              <dt className="text-muted">{term}</dt>
              <dd className="min-w-0 wrap-anywhere">{detail}</dd>
            </div>
          ))}
        </dl>
      </section>
      {isLast ? <Notice tone="warning">{t('replace.last', { max: String(max) })}</Notice> : null}
      {tills.length === 0 ? (
        <>
          <input type="hidden" name="canary" value="" />
          <p className="text-sm text-pretty text-muted">{t('replace.noTills')}</p>
        </>
      ) : (
        <Field name="canary" label={t('replace.canary')} hint={t('replace.canaryHint')}>
          <Select defaultValue={tills[0]?.value} placeholder={t('replace.noCanary')} options={tills} />
        </Field>
      )}
      <FieldGroup name="quietHours" label={t('replace.quiet')} hint={t('replace.quietHint')}>
        <RadioGroup
          name="quietHours"
          defaultValue="24"
          className="sm:grid sm:grid-cols-2"
          options={quietHoursChoices.map((hours) => ({ value: String(hours), label: t('replace.hours', { hours }) }))}
        />
      </FieldGroup>
      {needsCode ? <CodeField label={t('fields.code')} hint={t('fields.codeHint')} /> : null}
      <FormFooter submit={t('replace.submit')} />
    </Form>
  )
}
