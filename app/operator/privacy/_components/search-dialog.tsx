'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { asksForCode, CodeField } from '@/app/_components/code-field'
import { useTranslations } from '@/components/texts'
import { DateInput } from '@/components/ui/date-input'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Input, Select, Textarea } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import { addDays, type LocalDay } from '@/lib/language/days'
import { caseKinds, receivedDaysAgoMax } from '@/lib/privacy/cases'
import { contactLengthMax, textLengthMax } from '@/lib/privacy/lengths'
import type { Led } from '../../_components/act-dialog'
import { openCaseAction, searchPeopleAction } from '../actions'

export type SearchProps = {
  readonly types: readonly { readonly value: string; readonly label: string }[]
  readonly today: LocalDay
  readonly needsCode: boolean
}

type Found = { collaboratorId: number; companyName: string; active: boolean; since: string }[]

/**
 * Looks a person up by their identification, and opens a case about whom was found, which is looked up anew then: what the browser sends
 * is the identification, in the body (D32), and never ids of rows.
 */
export function SearchDialog(props: SearchProps & Opened) {
  const { types, open, onOpenChange } = props
  const t = useTranslations('privacy')
  const [only] = types
  const [typeId, setTypeId] = useState(types.length === 1 ? (only?.value ?? '') : '')
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<Found>()
  const [needsCode, setNeedsCode] = useState(props.needsCode)
  if (found !== undefined) {
    return (
      <Dialog title={t('openCase.title')} open={open} onOpenChange={onOpenChange}>
        <FoundPeople found={found} />
        <OpenCase today={props.today} sought={{ typeId, typed }} onDone={() => onOpenChange(false)} />
      </Dialog>
    )
  }
  return (
    <Dialog title={t('search.title')} description={t('search.text')} open={open} onOpenChange={onOpenChange}>
      <Form<Found>
        action={searchPeopleAction}
        faults="operatorFaults"
        onDone={setFound}
        onRefused={(refusal) => asksForCode(refusal) && setNeedsCode(true)}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <Field name="identificationTypeId" label={t('search.type')}>
            <Select
              required
              defaultValue={typeId}
              options={types}
              onChange={(event) => setTypeId(event.target.value)}
            />
          </Field>
          <Field name="identification" label={t('search.identification')}>
            <Input
              required
              maxLength={60}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        </div>
        {needsCode ? <CodeField label={t('code')} hint={t('codeHint')} /> : null}
        <FormFooter submit={t('search.submit')} />
      </Form>
    </Dialog>
  )
}

function FoundPeople({ found }: { found: Found }) {
  const t = useTranslations('privacy')
  if (found.length === 0) {
    return (
      <Notice tone="warning" title={t('search.none')} live>
        {t('search.noneText')}
      </Notice>
    )
  }
  return (
    <Notice tone="info" title={t('search.found', { count: found.length })} live>
      <ul className="flex flex-col gap-1">
        {found.map(({ collaboratorId, companyName, active, since }) => (
          <li key={collaboratorId} className="break-words">
            {t('search.person', {
              company: companyName,
              id: String(collaboratorId),
              status: t(active ? 'search.active' : 'search.inactive'),
              day: since,
            })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

type Sought = { readonly typeId: string; readonly typed: string }

function OpenCase({ today, sought, onDone }: { today: LocalDay; sought: Sought; onDone: () => void }) {
  const t = useTranslations('privacy')
  const toast = useToast()
  const router = useRouter()
  const [needsCode, setNeedsCode] = useState(false)
  return (
    <Form<Led>
      action={openCaseAction}
      faults="operatorFaults"
      onDone={(done) => {
        onDone()
        toast(t('openCase.done'))
        if (done?.href !== undefined) router.push(done.href)
      }}
      onRefused={(refusal) => asksForCode(refusal) && setNeedsCode(true)}
    >
      <input type="hidden" name="identificationTypeId" value={sought.typeId} />
      <input type="hidden" name="identification" value={sought.typed} />
      <Field name="kind" label={t('openCase.kind')}>
        <Select
          required
          defaultValue=""
          options={caseKinds.map((value) => ({ value, label: t(`kindsAbout.${value}`) }))}
        />
      </Field>
      <Field name="contact" label={t('openCase.contact')} hint={t('openCase.contactHint')}>
        <Input required maxLength={contactLengthMax} autoComplete="off" spellCheck={false} />
      </Field>
      <Field name="receivedOn" label={t('openCase.receivedOn')} hint={t('openCase.receivedHint')}>
        <DateInput defaultValue={today} min={addDays(today, -receivedDaysAgoMax)} max={today} />
      </Field>
      <Field name="note" label={t('openCase.note')} optional>
        <Textarea rows={2} maxLength={textLengthMax} autoComplete="off" />
      </Field>
      {needsCode ? <CodeField label={t('code')} hint={t('codeHint')} /> : null}
      <FormFooter submit={t('openCase.submit')} />
    </Form>
  )
}
