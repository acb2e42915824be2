'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Figures } from '@/components/ui/figures'
import { Form } from '@/components/ui/form'
import { Select, Textarea } from '@/components/ui/input'
import { Section } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { Amount } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import type { FormState } from '@/lib/web/form-state'
import type { compareAction } from '../actions'

type Found = Extract<Awaited<ReturnType<typeof compareAction>>, FormState<unknown> & { status: 'done' }>['value']

/** Takes a POS's own list of the day, which is pasted, and shows where it differs from the closing. */
export function ComparePanel(props: { compare: typeof compareAction; day: string; branch: string | undefined }) {
  const t = useTranslations('closing')
  const [found, setFound] = useState<Found>()
  return (
    <Section title={t('compare.title')} lead={t('compare.lead')} className="print:hidden">
      <Form action={props.compare} faults="closing.faults" onDone={setFound} className="flex flex-col gap-4">
        <input type="hidden" name="day" value={props.day} />
        {props.branch === undefined ? null : <input type="hidden" name="branch" value={props.branch} />}
        <Field name="list" label={t('compare.list')} hint={t('compare.listHint')}>
          <Textarea required rows={6} maxLength={400_000} spellCheck={false} className="font-mono" />
        </Field>
        <div className="flex flex-wrap items-end gap-3">
          <Field name="basis" label={t('compare.basis')} className="w-full sm:w-80">
            <Select
              defaultValue="final"
              options={(['final', 'purchase'] as const).map((value) => ({ value, label: t(`compare.bases.${value}`) }))}
            />
          </Field>
          <Button type="submit">{t('compare.submit')}</Button>
        </div>
      </Form>
      <div aria-live="polite" className="flex flex-col gap-4">
        {found === undefined ? null : <Result found={found} />}
      </div>
    </Section>
  )
}

function Result({ found }: { found: Found }) {
  const t = useTranslations('closing')
  const { equal, different, differences, unread, unreadMore } = found
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
      {differences.length === 0 ? null : (
        <Table
          caption={t('compare.caption')}
          rows={differences}
          rowKey={({ reference }) => reference}
          columns={[
            {
              key: 'reference',
              label: t('reference'),
              heading: true,
              cell: ({ reference }) => <span className="break-all">{reference}</span>,
            },
            {
              key: 'ours',
              label: t('compare.ours'),
              align: 'right',
              cell: ({ ours }) => (ours === null ? t('compare.missing') : <Amount text={ours} />),
            },
            {
              key: 'theirs',
              label: t('compare.theirs'),
              align: 'right',
              cell: ({ theirs }) => (theirs === null ? t('compare.missing') : <Amount text={theirs} />),
            },
            {
              key: 'difference',
              label: t('compare.difference'),
              align: 'right',
              cell: ({ difference }) => <Amount text={difference} className="font-medium" />,
            },
          ]}
        />
      )}
      {differences.length < different ? <Notice>{t('compare.more', { count: differences.length })}</Notice> : null}
    </>
  )
}
