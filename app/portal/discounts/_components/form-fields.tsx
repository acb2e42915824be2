'use client'

import { type ReactNode, useId } from 'react'
import { useTranslations } from '@/components/texts'
import { RadioGroup } from '@/components/ui/choices'
import { DateInput } from '@/components/ui/date-input'
import { Field, FieldGroup } from '@/components/ui/field'
import { Input, Textarea } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { SearchChoice, type SearchedChoice } from '@/components/ui/search-choice'
import type { Target } from '@/lib/discounts/list-discounts'
import { writeAddress } from '@/lib/kernel/address'
import type { Existing, FormValues, TypedTerms } from './form-values'

function Part({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-5">
      <div>
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {lead === undefined ? null : <p className="mt-0.5 text-sm text-pretty text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  )
}

/** What it is called, how much it is and what it is on. */
export function AboutFields(props: { values: FormValues; typed: TypedTerms; isKindFixed: boolean }) {
  const t = useTranslations('discounts.form')
  const { values, typed } = props
  return (
    <Part title={t('about')}>
      <Field name="name" label={t('name')} hint={t('nameHint')}>
        <Input required maxLength={200} autoComplete="off" defaultValue={values.name} />
      </Field>
      <Field name="description" label={t('description')} hint={t('descriptionHint')}>
        <Textarea required maxLength={2000} rows={3} defaultValue={values.description} />
      </Field>
      {props.isKindFixed ? <FixedKind values={values} /> : <KindFields values={values} typed={typed} />}
      <Field
        name="value"
        label={t(typed.discountType === 'PCT' ? 'percentValue' : 'fixedValue')}
        className="sm:max-w-60"
      >
        <Input required inputMode="decimal" autoComplete="off" defaultValue={values.value} />
      </Field>
    </Part>
  )
}

/** The type and scope that cannot change, sent as they are; the page shows them above the form. */
function FixedKind({ values }: { values: FormValues }) {
  const t = useTranslations('discounts.form')
  return (
    <>
      <input type="hidden" name="discountType" value={values.discountType} />
      <input type="hidden" name="scope" value={values.scope} />
      <input type="hidden" name="articleCategoryId" value={values.category?.value ?? ''} />
      <input type="hidden" name="articleId" value={values.article?.value ?? ''} />
      <p className="text-sm text-pretty text-muted">{t('fixedKind')}</p>
    </>
  )
}

function KindFields({ values, typed }: { values: FormValues; typed: TypedTerms }) {
  const t = useTranslations('discounts.form')
  const scopes = ['store', 'category', 'article'] as const
  return (
    <>
      <FieldGroup name="discountType" label={t('type')}>
        <RadioGroup
          name="discountType"
          defaultValue={values.discountType}
          className="sm:grid sm:grid-cols-2"
          options={[
            { value: 'PCT', label: t('percent'), hint: t('percentHint') },
            { value: 'AMT', label: t('fixed'), hint: t('fixedHint') },
          ]}
        />
      </FieldGroup>
      <FieldGroup name="scope" label={t('scope')} {...(typed.scope === 'store' ? {} : { hint: t('scopeHint') })}>
        <RadioGroup
          name="scope"
          defaultValue={values.scope}
          className="sm:grid sm:grid-cols-3"
          options={scopes.map((value) => ({ value, label: t(`scopes.${value}`) }))}
        />
      </FieldGroup>
      {typed.scope === 'category' ? (
        <Field name="articleCategoryId" label={t('category')} hint={t('categoryHint')}>
          <TargetChoice kind="category" initial={values.category} />
        </Field>
      ) : null}
      {typed.scope === 'article' ? (
        <Field name="articleId" label={t('article')} hint={t('articleHint')}>
          <TargetChoice kind="article" initial={values.article} />
        </Field>
      ) : null}
    </>
  )
}

const targetsMax = 20

function TargetChoice({ kind, initial }: { kind: 'category' | 'article'; initial: SearchedChoice | undefined }) {
  const t = useTranslations('discounts.form')
  const find = async (query: string, signal: AbortSignal): Promise<SearchedChoice[]> => {
    const address = writeAddress('/portal/discounts/targets', [
      ['kind', kind],
      ['q', query],
    ])
    const answer = await fetch(address, { signal })
    if (!answer.ok) throw new Error(`${answer.status}`)
    const found = (await answer.json()) as Target[]
    return found.map(({ id, name, sku, articles }) => ({
      value: String(id),
      label: sku === undefined ? name : `${sku} · ${name}`,
      hint: articles === undefined ? undefined : t('articlesIn', { count: articles }),
    }))
  }
  return (
    <SearchChoice
      initial={initial}
      find={find}
      max={targetsMax}
      texts={{
        open: t('showChoices'),
        searching: t('searching'),
        none: t('noneFound'),
        failed: t('searchFailed'),
        more: t('firstOnes', { max: String(targetsMax) }),
      }}
    />
  )
}

/** From when until when: days of Santo Domingo. */
export function DateFields({ values }: { values: FormValues }) {
  const t = useTranslations('discounts.form')
  return (
    <Part title={t('dates')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="validFrom" label={t('validFrom')}>
          <DateInput defaultValue={values.validFrom} />
        </Field>
        <Field name="validTo" label={t('validTo')} hint={t('validToHint')}>
          <DateInput defaultValue={values.validTo} />
        </Field>
      </div>
    </Part>
  )
}

/** The limits of a discount (D43). */
export function LimitFields(props: { values: FormValues; typed: TypedTerms; existing: Existing | undefined }) {
  const t = useTranslations('discounts.form')
  const { values, typed, existing } = props
  const { usesSoFar, amountSoFar } = existing ?? {}
  const below = [
    ...(usesSoFar && isBelow(typed.usesTotal, BigInt(usesSoFar.count), 1n) ? [usesSoFar.text] : []),
    ...(amountSoFar && isBelow(typed.budget, BigInt(amountSoFar.cents), 100n) ? [amountSoFar.text] : []),
  ]
  const used = (text: string | undefined) => (text === undefined ? {} : { hint: t('usedSoFar', { used: text }) })
  return (
    <Part title={t('limits')} lead={t('limitsLead')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Figure name="usesPerCollaboratorPerDay" values={values} whole />
        <Figure name="usesTotal" values={values} whole {...used(usesSoFar?.text)} />
        <Figure name="budget" values={values} hint={t('budgetHint')} {...used(amountSoFar?.text)} />
        <Figure name="minimumPurchase" values={values} />
        <Figure name="maximumDiscount" values={values} />
      </div>
      {below.map((used) => (
        <Notice key={used} tone="warning" live>
          {t('belowUsed', { used })}
        </Notice>
      ))}
    </Part>
  )
}

type LimitName = 'usesPerCollaboratorPerDay' | 'usesTotal' | 'budget' | 'minimumPurchase' | 'maximumDiscount'

function Figure(props: { name: LimitName; values: FormValues; hint?: string; whole?: boolean }) {
  const t = useTranslations('discounts.form')
  return (
    <Field
      name={props.name}
      label={t(props.name)}
      optional
      {...(props.hint === undefined ? {} : { hint: props.hint })}
      className="self-start"
    >
      <Input
        inputMode={props.whole ? 'numeric' : 'decimal'}
        autoComplete="off"
        defaultValue={props.values[props.name]}
      />
    </Field>
  )
}

/** Whether a figure that can be read is below `used`, whose unit goes `unit` times into 1 (100 for centavos of a peso). */
function isBelow(text: string, used: bigint, unit: 1n | 100n): boolean {
  const figure = Number(text.replace(/[,\s]|RD\$/g, ''))
  return text.trim() !== '' && figure > 0 && figure * Number(unit) < Number(used)
}
