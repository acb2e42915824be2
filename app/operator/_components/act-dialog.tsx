'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { asksForCode, CodeField } from '@/app/_components/code-field'
import { AlertDialog, Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Input, Textarea } from '@/components/ui/input'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import type { Action } from '@/lib/web/action'

type FieldOfAct = {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly value?: string
  readonly optional?: boolean
  /** A line, unless said otherwise. */
  readonly kind?: 'email' | 'lines'
  readonly max: number
}

/** Where to go once it is done, for what made or ended a page. */
export type Led = { readonly href?: string } | undefined

export type ActProps = {
  readonly words: {
    readonly open: string
    /** Of the button, where several of the page open alike. */
    readonly label?: string
    readonly title: string
    readonly lead?: string
    /** What follows from it. */
    readonly points?: readonly string[]
    readonly submit: string
    readonly done: string
    readonly code: string
    readonly codeHint: string
  }
  /** What the form sends besides, such as the id of what is meant. */
  readonly entries?: Readonly<Record<string, string | number>>
  readonly fields?: readonly FieldOfAct[]
  readonly action: Action<Led>
  readonly danger?: boolean
  readonly needsCode: boolean
}

/** Asks for what an action of the operator needs, a fresh code among it, and says what follows from it. */
export function ActDialog(props: ActProps & Opened) {
  const { words, entries = {}, fields = [], action, danger = false, open, onOpenChange } = props
  const toast = useToast()
  const router = useRouter()
  const [needsCode, setNeedsCode] = useState(props.needsCode)
  const Frame = danger ? AlertDialog : Dialog
  return (
    <Frame
      title={words.title}
      {...(words.lead === undefined ? {} : { description: words.lead })}
      open={open}
      onOpenChange={onOpenChange}
    >
      <Form<Led>
        action={action}
        faults="operatorFaults"
        onDone={(done) => {
          onOpenChange(false)
          toast(words.done)
          if (done?.href !== undefined) router.push(done.href)
        }}
        onRefused={(refusal) => asksForCode(refusal) && setNeedsCode(true)}
      >
        {Object.entries(entries).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {words.points === undefined ? null : (
          <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm text-pretty">
            {words.points.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        {fields.map(({ name, label, hint, value, optional = false, kind, max }) => (
          <Field key={name} name={name} label={label} hint={hint} optional={optional}>
            {kind === 'lines' ? (
              <Textarea required={!optional} rows={4} maxLength={max} defaultValue={value} autoComplete="off" />
            ) : (
              <Input
                required={!optional}
                maxLength={max}
                defaultValue={value}
                autoComplete="off"
                spellCheck={false}
                {...(kind === 'email' ? { type: 'email', autoCapitalize: 'none' } : {})}
              />
            )}
          </Field>
        ))}
        {needsCode ? <CodeField label={words.code} hint={words.codeHint} /> : null}
        <FormFooter submit={words.submit} danger={danger} />
      </Form>
    </Frame>
  )
}
