'use client'

import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Textarea } from '@/components/ui/input'
import { useToast } from '@/components/ui/toast'
import { credentialFormat } from '@/lib/credentials/reference'
import { asksForCode, CodeField } from '../../../_components/code-field'
import { restrictAddresses } from '../actions'
import type { ShownOrigins } from '../shown-origins'
import type { Target } from './target'
import { useOrigins } from './use-origins'

type RestrictDialogProps = {
  target: Target
  needsCode: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks from where a credential is to be accepted, and tries that on its real calls before it is saved. */
export function RestrictDialog({ target, needsCode, open, onOpenChange }: RestrictDialogProps) {
  const t = useTranslations('integrations.restrict')
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('title', { name: target.name })} description={t('text')}>
      <RestrictForm target={target} needsCode={needsCode} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function RestrictForm(props: Pick<RestrictDialogProps, 'target' | 'needsCode'> & { onDone: () => void }) {
  const { target } = props
  const t = useTranslations('integrations')
  const toast = useToast()
  const [needsCode, setNeedsCode] = useState(props.needsCode)
  const [list, setList] = useState(target.allowedAddresses.join('\n'))
  const { tried, tryList } = useOrigins(credentialFormat.write(target))
  const fault =
    tried.state !== 'fault'
      ? undefined
      : 'wrong' in tried.fault
        ? t('faults.address_invalid', { address: tried.fault.wrong })
        : t('faults.too_many_addresses', { max: String(tried.fault.max) })
  return (
    <Form<{ name: string }>
      action={restrictAddresses}
      faults="integrations.faults"
      onDone={({ name }) => {
        props.onDone()
        toast(t('restrict.done', { name }))
      }}
      onRefused={(refusal) => asksForCode(refusal) && setNeedsCode(true)}
    >
      <input type="hidden" name="kind" value={target.kind} />
      <input type="hidden" name="id" value={target.id} />
      <input type="hidden" name="seen" value={target.allowedAddresses.join(' ')} />
      <Field name="addresses" label={t('restrict.addresses')} hint={t('restrict.hint')} error={fault}>
        <Textarea
          rows={5}
          value={list}
          onChange={(event) => setList(event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => tryList(list)}>{t('restrict.try')}</Button>
        {tried.state === 'tried' && tried.origins.proposal.length > 0 ? (
          <Button
            onClick={() => {
              const proposal = tried.origins.proposal.join('\n')
              setList(proposal)
              tryList(proposal)
            }}
          >
            {t('restrict.propose')}
          </Button>
        ) : null}
      </div>
      <div role="status" className="flex min-h-10 flex-col gap-1 text-sm text-pretty">
        {tried.state === 'asking' ? <p className="text-muted">{t('restrict.counting')}</p> : null}
        {tried.state === 'failed' ? <p>{t('restrict.unknown')}</p> : null}
        {tried.state === 'tried' ? <Outcome {...tried} /> : null}
      </div>
      {needsCode ? <CodeField label={t('fields.code')} hint={t('fields.codeHint')} /> : null}
      <FormFooter submit={t('restrict.submit')} />
    </Form>
  )
}

/** What the list that was tried would have done to the calls. */
function Outcome({ origins, list }: { origins: ShownOrigins; list: string }) {
  const t = useTranslations('integrations.restrict')
  const { calls, text, addresses, refused } = origins
  if (calls === 0) return <p>{t('none')}</p>
  return (
    <>
      <p>{origins.isPart ? t('seenLast', { text, addresses }) : t('seen', { calls, text, addresses })}</p>
      {list.trim() === '' ? null : refused.calls === 0 ? (
        <p className="text-good">{t('noneRefused')}</p>
      ) : (
        <>
          <p className="font-medium text-danger">{t('refused', { calls: refused.calls, text: refused.text })}</p>
          <ul className="list-disc pl-5">
            {refused.origins.map((one) => (
              <li key={one.address} className="break-all">
                {t('origin', one)}
              </li>
            ))}
            {refused.more > 0 ? <li>{t('more', { count: refused.more })}</li> : null}
          </ul>
        </>
      )}
    </>
  )
}
