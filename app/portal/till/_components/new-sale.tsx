'use client'

import { useState } from 'react'
import { v4 } from 'uuid'
import { useTranslations } from '@/components/texts'
import type { EligibilityView } from '@/lib/redemption/schemas'
import type { Sale } from '@/lib/till/sale'
import type { PageOf } from './call'
import { CustomerStep } from './customer-step'
import { DiscountStep } from './discount-step'
import type { Choice, Customer } from './given'
import type { ApplyBody, Kept } from './kept'

type Found = { readonly customer: Customer; readonly benefits: EligibilityView }

/** A sale before it is applied: the customer, then the discount and the amount. */
export function NewSale(props: {
  page: PageOf
  kept: Kept
  types: readonly Choice[]
  branch: Choice | undefined
  canChange: boolean
  onChangeBranch: () => void
  onClock: (now: string) => void
  onBegin: (sale: Sale) => void
}) {
  const t = useTranslations('till')
  const { page, kept, branch } = props
  const [found, setFound] = useState<Found>()
  const apply = (body: Omit<ApplyBody, keyof Customer | 'branchId'>, discount: string) => {
    const person = found?.benefits.collaborator
    if (!found || !person) return
    const begun: Sale = {
      step: 'applying',
      reference: body.reference,
      applyKey: v4(),
      chargeKey: v4(),
      customer: person.displayName,
      company: person.companyName,
      discount,
    }
    kept.keepDraft(begun.applyKey, {
      ...found.customer,
      ...body,
      ...(branch === undefined ? {} : { branchId: branch.id }),
    })
    props.onBegin(begun)
  }
  return (
    <section className="flex flex-col gap-6">
      {branch === undefined ? null : (
        <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
          <span className="min-w-0 break-words">
            {t('branch')}: <strong className="font-medium text-ink">{branch.name}</strong>
          </span>
          {props.canChange ? (
            <button
              type="button"
              className="min-h-6 text-accent underline underline-offset-2"
              onClick={props.onChangeBranch}
            >
              {t('changeBranch')}
            </button>
          ) : null}
        </p>
      )}
      {found?.benefits.eligible ? (
        <DiscountStep page={page} benefits={found.benefits} onApply={apply} onBack={() => setFound(undefined)} />
      ) : (
        <CustomerStep
          page={page}
          types={props.types}
          branchId={branch?.id}
          hasNothing={found !== undefined}
          onClock={props.onClock}
          onFound={(customer, benefits) => setFound({ customer, benefits })}
          onAnother={() => setFound(undefined)}
        />
      )}
    </section>
  )
}
