'use client'

import { ShieldCheck, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { AlertDialog, Dialog } from '@/components/ui/dialog'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-items'
import { Notice } from '@/components/ui/notice'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import { asksForCode, CodeField } from '../code-field'
import { RolePicker } from './role-picker'
import type { Team } from './team'

export type Subject = {
  readonly userId: number
  readonly name: string
  readonly permissions: readonly string[]
  readonly seen: string
  readonly isMe: boolean
  readonly isLastManager: boolean
  /** The permissions that only this member holds: the reader, who does not hold them, cannot take them. */
  readonly keeps: readonly string[]
  /** If this member is the reader: the names of the permissions that only they hold. */
  readonly onlyYouHold: string | undefined
}

export type MemberProps = { subject: Subject; team: Team }

/** What can be done with a member, with its dialogs: change their permissions, or remove them from the team. */
export function MemberMenu({ opened, ...props }: MemberProps & { opened: Opened }) {
  const { subject } = props
  const t = useTranslations('team')
  const [asked, setAsked] = useState<'change' | 'remove'>()
  const dialog = (which: 'change' | 'remove') => ({
    open: asked === which,
    onOpenChange: (open: boolean) => setAsked(open ? which : undefined),
  })
  const done = () => setAsked(undefined)
  return (
    <>
      <Menu {...opened}>
        <MenuItem icon={<ShieldCheck aria-hidden />} onClick={() => setAsked('change')}>
          {t('change.action')}
        </MenuItem>
        <MenuItem
          tone="danger"
          icon={<UserMinus aria-hidden />}
          disabled={subject.isLastManager || subject.keeps.length > 0}
          onClick={() => setAsked('remove')}
        >
          {t(subject.isMe ? 'leave.action' : 'remove.action')}
        </MenuItem>
      </Menu>
      <Dialog {...dialog('change')} title={t('change.title', { name: subject.name })} description={t('change.text')}>
        <ChangeForm {...props} onDone={done} />
      </Dialog>
      <AlertDialog
        {...dialog('remove')}
        title={subject.isMe ? t('leave.title') : t('remove.title', { name: subject.name })}
      >
        <RemoveForm {...props} onDone={done} />
      </AlertDialog>
    </>
  )
}

function ChangeForm({ subject, team, onDone }: MemberProps & { onDone: () => void }) {
  const t = useTranslations('team')
  const toast = useToast()
  const [needsCode, setNeedsCode] = useState(team.needsCode)
  return (
    <Form<{ name: string }>
      action={team.actions.change}
      faults="accountFaults"
      onDone={(done) => {
        onDone()
        toast(t('change.done', done))
      }}
      onRefused={(refusal) => asksForCode(refusal) && setNeedsCode(true)}
    >
      <Which subject={subject} />
      {subject.isLastManager ? <Notice>{t('lastManagerStays')}</Notice> : null}
      {subject.isMe && !subject.isLastManager ? <Notice tone="warning">{t('change.mine')}</Notice> : null}
      <OnlyYou subject={subject} />
      <RolePicker team={team} held={subject.permissions} keep={subject.keeps} />
      {needsCode ? <CodeField label={t('code')} hint={t('codeHint')} /> : null}
      <FormFooter submit={t('change.submit')} />
    </Form>
  )
}

function RemoveForm({ subject, team, onDone }: MemberProps & { onDone: () => void }) {
  const t = useTranslations('team')
  const toast = useToast()
  const [needsCode, setNeedsCode] = useState(team.needsCode)
  const who = subject.isMe ? 'leave' : 'remove'
  return (
    <Form<{ name: string }>
      action={team.actions.remove}
      faults="accountFaults"
      onDone={(done) => {
        onDone()
        toast(t(`${who}.done`, done))
      }}
      onRefused={(refusal) => asksForCode(refusal) && setNeedsCode(true)}
    >
      <Which subject={subject} />
      <OnlyYou subject={subject} />
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm text-pretty">
        <li>{t(`${who}.now.${team.kind}`)}</li>
        <li>{t('remove.invitations')}</li>
        {team.kind === 'merchant' ? <li>{t('remove.credentials')}</li> : null}
      </ul>
      {needsCode ? <CodeField label={t('code')} hint={t('codeHint')} /> : null}
      <FormFooter submit={t(`${who}.submit`)} danger />
    </Form>
  )
}

function OnlyYou({ subject: { onlyYouHold } }: { subject: Subject }) {
  const t = useTranslations('team')
  return onlyYouHold === undefined ? null : <Notice tone="warning">{t('onlyYouHold', { list: onlyYouHold })}</Notice>
}

const Which = ({ subject }: { subject: Subject }) => (
  <>
    <input type="hidden" name="userId" value={subject.userId} />
    <input type="hidden" name="seen" value={subject.seen} />
  </>
)
