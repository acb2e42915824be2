'use client'

import { type ReactNode, useState } from 'react'
import { useTranslations } from '@/components/texts'
import { AlertDialog, Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Input, Select } from '@/components/ui/input'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import { bareIdentification, cedulaDoubtOf, isCedula } from '@/lib/identification/cedula'
import {
  activateCollaborator,
  addCollaborator,
  deactivateCollaborator,
  editCollaborator,
  seekByIdentification,
  sendInvitation,
  sendInvitations,
} from '../actions'
import type { Choices } from './options'
import { fullNameOf, type Subject } from './subject'

/** Adds somebody. */
export function NewDialog({ choices, open, onOpenChange }: { choices: Choices } & Opened) {
  const t = useTranslations('collaborators')
  const toast = useToast()
  return (
    <Dialog title={t('form.newTitle')} description={t('form.newText')} open={open} onOpenChange={onOpenChange}>
      <Form<{ name: string }>
        action={addCollaborator}
        faults="companyFaults"
        onDone={({ name }) => {
          onOpenChange(false)
          toast(t('form.added', { name }))
        }}
      >
        <IdentificationFields choices={choices} hint={t('form.identificationHint')} doubts />
        <PersonFields choices={choices} />
        <FormFooter submit={t('form.add')} />
      </Form>
    </Dialog>
  )
}

/**
 * The type and number of an identification. The browser is told not to keep the number for other forms. With `doubts`, what is
 * probably no cédula is said beside the number once it has been typed, and can be sent all the same (D23).
 */
function IdentificationFields({ choices, hint, doubts = false }: Identifying) {
  const t = useTranslations('collaborators')
  const [only] = choices.identificationTypes
  const [typeId, setTypeId] = useState(only?.value ?? '')
  const [typed, setTyped] = useState('')
  const typeName = choices.identificationTypes.find(({ value }) => value === typeId)?.label ?? ''
  const doubt = doubts && typed !== '' && isCedula(typeName) ? cedulaDoubtOf(typed) : undefined
  const take = (text: string) => setTyped(bareIdentification(text))
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field name="identificationTypeId" label={t('form.identificationType')}>
        <Select
          required
          defaultValue={only?.value ?? ''}
          options={choices.identificationTypes}
          onChange={(event) => setTypeId(event.target.value)}
        />
      </Field>
      <Field
        name="identification"
        label={t('form.identification')}
        warning={doubt === undefined ? undefined : t(`form.doubts.${doubt}`)}
        {...(hint === undefined ? {} : { hint })}
      >
        <Input
          required
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onBlur={(event) => take(event.target.value)}
          onChange={(event) => typed === '' || take(event.target.value)}
        />
      </Field>
    </div>
  )
}

type Identifying = { choices: Choices; hint?: string; doubts?: boolean }

function PersonFields({ choices, person }: { choices: Choices; person?: Subject }) {
  const t = useTranslations('collaborators')
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="firstName" label={t('form.firstName')}>
          <Input required maxLength={100} autoComplete="off" defaultValue={person?.firstName} />
        </Field>
        <Field name="lastName" label={t('form.lastName')}>
          <Input required maxLength={100} autoComplete="off" defaultValue={person?.lastName} />
        </Field>
      </div>
      <Field name="email" label={t('form.email')} hint={t('form.emailHint')} optional>
        <Input
          type="email"
          maxLength={254}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={person?.email ?? undefined}
        />
      </Field>
      {choices.types.length === 0 ? null : (
        <Field name="typeId" label={t('form.type')} optional>
          <Select defaultValue={person?.typeId ?? ''} placeholder={t('noType')} options={choices.types} />
        </Field>
      )}
    </>
  )
}

type Asked = { person: Subject; open: boolean; onOpenChange: (open: boolean) => void }

/** Changes a collaborator's names, type or e-mail address. */
export function EditDialog({ person, choices, open, onOpenChange }: Asked & { choices: Choices }) {
  const t = useTranslations('collaborators')
  const toast = useToast()
  return (
    <Dialog
      title={t('form.editTitle', { name: fullNameOf(person) })}
      description={t('form.identificationFixed')}
      open={open}
      onOpenChange={onOpenChange}
    >
      <Form<{ name: string }>
        action={editCollaborator}
        faults="companyFaults"
        onDone={({ name }) => {
          onOpenChange(false)
          toast(t('form.saved', { name }))
        }}
      >
        <input type="hidden" name="id" value={person.id} />
        <PersonFields choices={choices} person={person} />
        <FormFooter submit={t('form.save')} />
      </Form>
    </Dialog>
  )
}

/** Asks before a collaborator starts or stops receiving benefits. */
export function StatusDialog({ person, open, onOpenChange }: Asked): ReactNode {
  const t = useTranslations('collaborators')
  const toast = useToast()
  const to = person.active ? 'deactivate' : 'activate'
  return (
    <AlertDialog title={t(`${to}.title`, { name: fullNameOf(person) })} open={open} onOpenChange={onOpenChange}>
      <Form<{ name: string }>
        action={person.active ? deactivateCollaborator : activateCollaborator}
        faults="companyFaults"
        onDone={({ name }) => {
          onOpenChange(false)
          toast(t(`${to}.done`, { name }))
        }}
      >
        <input type="hidden" name="id" value={person.id} />
        <p className="text-sm text-pretty">{t(`${to}.text`)}</p>
        <FormFooter submit={t(`${to}.action`)} danger={person.active} />
      </Form>
    </AlertDialog>
  )
}

/** Asks before somebody is invited to their benefits by mail, once more or for the first time. */
export function InviteDialog({ person, open, onOpenChange }: Asked): ReactNode {
  const t = useTranslations('collaborators')
  const toast = useToast()
  const { invited } = person
  return (
    <Dialog title={t('invite.title', { name: fullNameOf(person) })} open={open} onOpenChange={onOpenChange}>
      <Form<{ name: string }>
        action={sendInvitation}
        faults="companyFaults"
        onDone={({ name }) => {
          onOpenChange(false)
          toast(t('invite.done', { name }))
        }}
      >
        <input type="hidden" name="id" value={person.id} />
        <p className="text-sm text-pretty">{t('invite.text', { email: person.email ?? '' })}</p>
        {invited === null ? null : (
          <p className="text-sm text-pretty text-muted">{t('invite.again', { date: invited })}</p>
        )}
        <FormFooter submit={t(invited === null ? 'invite.submit' : 'invite.submitAgain')} />
      </Form>
    </Dialog>
  )
}

export type Many = { list: string; count: number; most: number }

/** Invites all whom the list shows and who were not invited yet. `list` is the address of the list. */
export function InviteManyDialog({ list, count, most, open, onOpenChange }: Many & Opened) {
  const t = useTranslations('collaborators')
  const toast = useToast()
  return (
    <Dialog title={t('invite.manyTitle', { count: Math.min(count, most) })} open={open} onOpenChange={onOpenChange}>
      <Form<{ sent: number; left: number }>
        action={sendInvitations}
        faults="companyFaults"
        onDone={({ sent, left }) => {
          onOpenChange(false)
          toast(t('invite.manyDone', { sent, left }))
        }}
      >
        <input type="hidden" name="list" value={list} />
        <p className="text-sm text-pretty">{t('invite.manyText')}</p>
        {count <= most ? null : <p className="text-sm text-pretty text-muted">{t('invite.manyMost', { most })}</p>}
        <FormFooter submit={t('invite.manySubmit')} />
      </Form>
    </Dialog>
  )
}

/** Looks a collaborator up by their whole identification, which is posted and so is in no URL (D32). */
export function SeekDialog({ choices, open, onOpenChange }: { choices: Choices } & Opened) {
  const t = useTranslations('collaborators')
  return (
    <Dialog title={t('seek.title')} description={t('seek.text')} open={open} onOpenChange={onOpenChange}>
      <Form action={seekByIdentification} faults="companyFaults">
        <IdentificationFields choices={choices} />
        <FormFooter submit={t('seek.submit')} />
      </Form>
    </Dialog>
  )
}
