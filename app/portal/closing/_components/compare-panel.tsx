'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Figures } from '@/components/ui/figures'
import { Form } from '@/components/ui/form'
import { Select, Textarea } from '@/components/ui/input'
import { Section } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { useToast } from '@/components/ui/toast'
import type { closeDayAction, compareAction } from '../actions'
import type { Found } from './comparison-found'
import { DifferenceRows } from './difference-rows'
import { ListFile } from './list-file'

type Compared = { readonly list: string; readonly basis: string; readonly found: Found }

type Props = {
  compare: typeof compareAction
  day: string
  branch: string | undefined
  listAction: string
  megabytesMax: number
  /** Who may close this day closes it here, with what was compared; `closedPath` is the address of closings, before their ids. */
  close: { readonly action: typeof closeDayAction; readonly closedPath: string } | undefined
  /** Why the day cannot be closed here. */
  hint: string | undefined
}

/** Compares a POS's own list of the day, pasted or from a file, with the day, and closes the day with what differs explained. */
export function ComparePanel(props: Props) {
  const t = useTranslations('closing')
  const [list, setList] = useState('')
  const [basis, setBasis] = useState('final')
  const [compared, setCompared] = useState<Compared>()
  /** A list that stands there and is not what was compared: the day is not closed as if there were none. */
  const waits = list.trim() !== '' && (compared === undefined || compared.list !== list || compared.basis !== basis)
  const place = (
    <>
      <input type="hidden" name="day" value={props.day} />
      {props.branch === undefined ? null : <input type="hidden" name="branch" value={props.branch} />}
    </>
  )
  return (
    <div className="flex min-w-0 flex-col gap-6 print:hidden">
      <Section title={t('compare.title')} lead={t('compare.lead')}>
        <Form
          action={props.compare}
          faults="closing.faults"
          onDone={(found) => setCompared({ list, basis, found })}
          className="flex flex-col gap-4"
        >
          {place}
          <Field name="list" label={t('compare.list')} hint={t('compare.listHint')}>
            <Textarea
              required
              rows={4}
              maxLength={400_000}
              spellCheck={false}
              className="font-mono"
              value={list}
              onChange={({ target }) => setList(target.value)}
            />
          </Field>
          <ListFile action={props.listAction} megabytesMax={props.megabytesMax} onRead={setList} />
          <div className="flex flex-wrap items-end gap-3">
            <Field name="basis" label={t('compare.basis')} className="w-full sm:w-72">
              <Select
                value={basis}
                onChange={({ target }) => setBasis(target.value)}
                options={(['final', 'purchase'] as const).map((value) => ({
                  value,
                  label: t(`compare.bases.${value}`),
                }))}
              />
            </Field>
            <Button type="submit">{t('compare.submit')}</Button>
          </div>
        </Form>
        <div aria-live="polite" className="flex flex-col gap-4">
          {compared === undefined ? null : <Result found={compared.found} />}
          {props.close === undefined && compared !== undefined ? (
            <DifferenceRows found={compared.found} explained={false} />
          ) : null}
        </div>
      </Section>
      {props.close === undefined ? (
        props.hint === undefined ? null : (
          <Section title={t('close.title')}>
            <p className="text-sm text-muted">{props.hint}</p>
          </Section>
        )
      ) : (
        <CloseForm key={JSON.stringify(compared ?? null)} close={props.close} compared={compared} waits={waits}>
          {place}
        </CloseForm>
      )}
    </div>
  )
}

function CloseForm(props: {
  close: NonNullable<Props['close']>
  compared: Compared | undefined
  waits: boolean
  children: React.ReactNode
}) {
  const t = useTranslations('closing')
  const toast = useToast()
  const router = useRouter()
  const { compared, close } = props
  return (
    <Section title={t('close.title')} lead={t('close.lead')}>
      <Form<{ id: number }>
        action={close.action}
        faults="closing.faults"
        className="flex flex-col items-start gap-4"
        onDone={({ id }) => {
          toast(t('close.done'))
          router.push(`${close.closedPath}/${id}`)
        }}
      >
        {props.children}
        {compared === undefined ? (
          <p className="text-sm text-muted">{t(props.waits ? 'close.compareFirst' : 'close.without')}</p>
        ) : (
          <>
            <input type="hidden" name="list" value={compared.list} />
            <input type="hidden" name="basis" value={compared.basis} />
            <DifferenceRows found={compared.found} explained />
          </>
        )}
        <Button type="submit" variant="primary" disabledReason={props.waits ? t('close.compareFirst') : undefined}>
          {t('close.submit')}
        </Button>
      </Form>
    </Section>
  )
}

function Result({ found }: { found: Found }) {
  const t = useTranslations('closing')
  const { equal, different, unread, unreadMore } = found
  return (
    <>
      {different === 0 ? (
        <Notice tone="good">{t('compare.same', { count: equal })}</Notice>
      ) : (
        <Notice tone="warning">{t('compare.notSame', { count: different, equal })}</Notice>
      )}
      {unread.length === 0 ? null : (
        <Notice>{t('compare.unread', { lines: unread.join(', '), more: unreadMore })}</Notice>
      )}
      <Figures
        label={t('compare.totals')}
        figures={[
          { key: 'ours', label: t('compare.ours'), value: found.ours },
          { key: 'theirs', label: t('compare.theirs'), value: found.theirs },
          { key: 'difference', label: t('compare.difference'), value: found.difference },
        ]}
      />
    </>
  )
}
