'use client'

import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Input, Select } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { Amount } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import { differenceReasons, noteLengthMax } from '@/lib/closing/reasons'
import type { Found } from './comparison-found'

/** Where a list differs from the day; `explained` asks for the reason of each, for the form around it. */
export function DifferenceRows({ found, explained }: { found: Found; explained: boolean }) {
  const t = useTranslations('closing')
  const { differences, different } = found
  const [reasons, setReasons] = useState<readonly string[]>(differences.map(() => ''))
  const options = differenceReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))
  if (differences.length === 0) return null
  const rows = differences.map((one, at) => ({ ...one, at }))
  const amountOf = (text: string | null) => (text === null ? t('compare.missing') : <Amount text={text} />)
  type Column = Parameters<typeof Table<(typeof rows)[number]>>[0]['columns'][number]
  const ours: Column = { key: 'ours', label: t('compare.ours'), align: 'right', cell: (row) => amountOf(row.ours) }
  const theirs: Column = {
    key: 'theirs',
    label: t('compare.theirs'),
    align: 'right',
    cell: (row) => amountOf(row.theirs),
  }
  /** Both in one column, to leave room for the reason. */
  const amounts: Column = {
    key: 'amounts',
    label: t('compare.amounts'),
    cell: (row) => (
      <>
        <span className="block text-xs text-muted">{t('compare.ours')}</span>
        <span className="block">{amountOf(row.ours)}</span>
        <span className="mt-1 block text-xs text-muted">{t('compare.theirs')}</span>
        <span className="block">{amountOf(row.theirs)}</span>
      </>
    ),
  }
  return (
    <div className="flex w-full min-w-0 flex-col gap-3">
      {explained ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm">{t('close.explain')}</p>
          <Select
            aria-label={t('close.sameForAll')}
            placeholder={t('close.sameForAll')}
            options={options}
            className="w-full sm:w-72"
            onChange={({ target }) => setReasons(differences.map(() => target.value))}
          />
        </div>
      ) : null}
      <Table
        caption={t('compare.caption')}
        rows={rows}
        rowKey={({ reference }) => reference}
        columns={[
          {
            key: 'reference',
            label: t('reference'),
            heading: true,
            cell: ({ reference, difference }) => (
              <>
                <span className="block break-all">{reference}</span>
                <Amount text={difference} className="block text-xs font-normal text-muted" />
                {explained ? <input type="hidden" name="references" value={reference} /> : null}
              </>
            ),
          },
          ...(explained ? [amounts] : [ours, theirs]),
          ...(explained
            ? [
                {
                  key: 'reason',
                  label: t('close.reason'),
                  cell: ({ reference, at }: (typeof rows)[number]) => (
                    <span className="flex min-w-32 flex-col gap-1.5">
                      <Select
                        name="reasons"
                        required
                        aria-label={t('close.reasonFor', { reference })}
                        placeholder={t('close.choose')}
                        options={options}
                        value={reasons[at] ?? ''}
                        onChange={({ target }) => setReasons(reasons.with(at, target.value))}
                      />
                      <Input
                        name="notes"
                        maxLength={noteLengthMax}
                        aria-label={t('close.noteFor', { reference })}
                        placeholder={t('close.note')}
                      />
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
      {differences.length < different ? <Notice>{t('compare.more', { count: differences.length })}</Notice> : null}
    </div>
  )
}
