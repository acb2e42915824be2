'use client'

import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Form } from '@/components/ui/form'
import { ButtonLink } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { changeDiscountAction, createDiscountAction } from '../actions'
import { ExamplePurchase } from './example-basket'
import { AboutFields, DateFields, LimitFields } from './form-fields'
import { type Existing, type FormValues, previewedOf, type TypedTerms, typedOf } from './form-values'

/** The form of a discount, with an example purchase that follows what is typed. */
export function DiscountForm({ values, existing }: { values: FormValues; existing?: Existing }) {
  const t = useTranslations('discounts.form')
  const [typed, setTyped] = useState<TypedTerms>(values)
  const [newest, setNewest] = useState<number>()
  const [isOverwriting, setOverwriting] = useState(false)
  const version = isOverwriting ? newest : existing?.version
  return (
    <Form<never>
      action={existing ? changeDiscountAction : createDiscountAction}
      faults="discounts.faults"
      className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem]"
      onRefused={({ code, values: told }) => {
        if (code !== 'changed_meanwhile') return
        setNewest(Number(told?.version))
        setOverwriting(false)
      }}
    >
      <div
        className="flex min-w-0 flex-col gap-8 lg:col-start-1"
        onInput={(event) => {
          const { form } = event.target as HTMLInputElement
          if (form) setTyped(typedOf(form, typed))
        }}
      >
        {existing === undefined ? null : (
          <>
            <input type="hidden" name="id" value={existing.id} />
            <input type="hidden" name="version" value={version} />
            {existing.activeAuthorizations > 0 ? (
              <Notice tone="info">{t('holding', { count: existing.activeAuthorizations })}</Notice>
            ) : null}
          </>
        )}
        <AboutFields values={values} typed={typed} isKindFixed={existing?.isKindFixed ?? false} />
        <DateFields values={values} />
        <LimitFields values={values} typed={typed} existing={existing} />
      </div>
      <div className="min-w-0 lg:sticky lg:top-20 lg:col-start-2 lg:row-start-1 lg:row-end-3">
        <ExamplePurchase discount={previewedOf(typed, BigInt(existing?.amountSoFar?.cents ?? '0'))} />
      </div>
      <div className="flex flex-col gap-5 lg:col-start-1">
        {newest === undefined || existing === undefined ? null : (
          <Conflict id={existing.id} isOverwriting={isOverwriting} onOverwrite={() => setOverwriting(true)} />
        )}
        <Buttons existing={existing} />
      </div>
    </Form>
  )
}

/** Says that somebody else saved first: the reader can look at that version, and replace it on purpose. */
function Conflict(props: { id: number; isOverwriting: boolean; onOverwrite: () => void }) {
  const t = useTranslations('discounts.form')
  return (
    <Notice
      tone="warning"
      live
      title={t('conflictTitle')}
      action={
        <span className="flex flex-wrap gap-2">
          <ButtonLink size="small" href={`/portal/discounts/${props.id}`} target="_blank">
            {t('conflictSee')}
          </ButtonLink>
          {props.isOverwriting ? null : (
            <Button size="small" onClick={props.onOverwrite}>
              {t('conflictMine')}
            </Button>
          )}
        </span>
      }
    >
      {props.isOverwriting ? t('conflictReady') : t('conflictText')}
    </Notice>
  )
}

function Buttons({ existing }: { existing: Existing | undefined }) {
  const t = useTranslations('discounts.form')
  const home = '/portal/discounts'
  return (
    <div className="flex flex-col-reverse gap-2.5 border-t border-line pt-5 sm:flex-row sm:justify-end">
      <ButtonLink href={existing ? `${home}/${existing.id}` : home}>{t('cancel')}</ButtonLink>
      {existing ? (
        <Button type="submit" variant="primary">
          {t(existing.isLive ? 'saveLive' : 'save')}
        </Button>
      ) : (
        <>
          <Button type="submit">{t('saveDraft')}</Button>
          <Button type="submit" variant="primary" name="publish" value="yes">
            {t('saveAndPublish')}
          </Button>
        </>
      )}
    </div>
  )
}
