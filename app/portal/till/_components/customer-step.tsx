'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Field } from '@/components/ui/field'
import { Input, Select } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import type { EligibilityView } from '@/lib/redemption/schemas'
import { identificationTyped } from '@/lib/till/typed'
import { callTill, type PageOf } from './call'
import { type Fault, FaultNotice, faultOf } from './faults'
import type { Choice, Customer } from './given'
import { BigButton, Choices, largeInput } from './parts'

/** The number on the customer's document, and whether there are benefits for it. */
export function CustomerStep(props: {
  page: PageOf
  types: readonly Choice[]
  branchId: number | undefined
  hasNothing: boolean
  onClock: (now: string) => void
  onFound: (customer: Customer, benefits: EligibilityView) => void
  onAnother: () => void
}) {
  const t = useTranslations('till')
  const { page, types, branchId, hasNothing } = props
  const [typeId, setTypeId] = useState(types[0]?.id ?? 0)
  const [text, setText] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const [fault, setFault] = useState<Fault>()
  const [isAsking, setIsAsking] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const another = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (hasNothing) another.current?.focus()
    else input.current?.focus()
  }, [hasNothing])

  const ask = async (event: FormEvent) => {
    event.preventDefault()
    const identification = identificationTyped(text)
    setIsWrong(identification === undefined)
    if (identification === undefined) return input.current?.focus()
    setIsAsking(true)
    const customer = { identificationTypeId: typeId, identification }
    const heard = await callTill<EligibilityView>(page, 'search', {
      ...customer,
      ...(branchId === undefined ? {} : { branchId }),
    })
    setIsAsking(false)
    if (heard.heard !== 'value') return setFault(faultOf(heard))
    props.onClock(heard.now)
    setFault(undefined)
    props.onFound(customer, heard.value)
  }
  const anew = () => {
    setText('')
    props.onAnother()
  }

  if (hasNothing) {
    return (
      <div className="flex flex-col gap-6">
        <Notice live title={t('nothingTitle')}>
          {t('nothingText')}
        </Notice>
        <Choices>
          <BigButton ref={another} variant="primary" onClick={anew}>
            {t('another')}
          </BigButton>
        </Choices>
      </div>
    )
  }
  return (
    <form onSubmit={(event) => void ask(event)} noValidate className="flex flex-col gap-6">
      <h2 className="text-lg font-semibold">{t('customerTitle')}</h2>
      {types.length > 1 ? (
        <Field name="identificationType" label={t('type')}>
          <Select
            value={String(typeId)}
            onChange={(event) => setTypeId(Number(event.target.value))}
            options={types.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </Field>
      ) : null}
      <Field name="identification" label={t('identification')} error={isWrong ? t('identificationFault') : undefined}>
        <Input
          ref={input}
          value={text}
          onChange={(event) => setText(event.target.value)}
          // The first type is the national document, of digits alone; others have letters.
          inputMode={typeId === types[0]?.id ? 'numeric' : 'text'}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={60}
          className={largeInput}
        />
      </Field>
      <FaultNotice fault={fault} />
      <Choices>
        <BigButton type="submit" variant="primary" pending={isAsking}>
          {t('search')}
        </BigButton>
      </Choices>
    </form>
  )
}
