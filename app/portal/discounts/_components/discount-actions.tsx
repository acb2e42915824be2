'use client'

import { CircleStop, Copy, Eye, Pause, Pencil, Play, Send } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { AlertDialog, Dialog } from '@/components/ui/dialog'
import { Form, FormFooter } from '@/components/ui/in-dialog'
import { MenuItem, MenuLink, MenuSeparator } from '@/components/ui/in-menu'
import { ButtonLink } from '@/components/ui/link'
import { RowMenu } from '@/components/ui/row-menu'
import { useToast } from '@/components/ui/toast'
import type { DiscountMove } from '@/lib/discounts/status'
import { duplicateDiscountAction, endDiscountAction, pauseDiscountAction, publishDiscountAction } from '../actions'
import type { Target } from './target'

type Asked = DiscountMove | 'duplicate'

const home = '/portal/discounts'

const icons = {
  edit: <Pencil aria-hidden />,
  publish: <Send aria-hidden />,
  pause: <Pause aria-hidden />,
  end: <CircleStop aria-hidden />,
  duplicate: <Copy aria-hidden />,
}

/** What can be done with a discount, as the menu of its row or the buttons of its page. */
export function DiscountActions({ target, look }: { target: Target; look: 'menu' | 'buttons' }) {
  const t = useTranslations('discounts')
  // The action stays set while its dialog closes.
  const [asked, ask] = useState<Asked>()
  const [open, setOpen] = useState(false)
  const setAsked = (action: Asked) => {
    ask(action)
    setOpen(true)
  }
  const resumes = target.status === 'paused'
  const label = (action: Target['actions'][number]) =>
    action === 'publish' && resumes ? t('publish.again') : t(`${action}.action`)
  const icon = (action: Target['actions'][number]) =>
    action === 'publish' && resumes ? <Play aria-hidden /> : icons[action]
  const edit = `${home}/${target.id}/edit`
  return (
    <>
      {look === 'menu' ? (
        <RowMenu label={t('actionsOf', { name: target.name })}>
          <MenuLink href={`${home}/${target.id}`} icon={<Eye aria-hidden />}>
            {t('seeDetails')}
          </MenuLink>
          <MenuSeparator />
          {target.actions.map((action) =>
            action === 'edit' ? (
              <MenuLink key={action} href={edit} icon={icon(action)}>
                {label(action)}
              </MenuLink>
            ) : (
              <MenuItem
                key={action}
                icon={icon(action)}
                {...(action === 'end' ? { tone: 'danger' as const } : {})}
                onClick={() => setAsked(action)}
              >
                {label(action)}
              </MenuItem>
            ),
          )}
        </RowMenu>
      ) : (
        target.actions.map((action) =>
          action === 'edit' ? (
            <ButtonLink key={action} href={edit} icon={icon(action)}>
              {label(action)}
            </ButtonLink>
          ) : (
            <Button
              key={action}
              icon={icon(action)}
              variant={action === 'publish' ? 'primary' : action === 'end' ? 'danger-quiet' : 'secondary'}
              onClick={() => setAsked(action)}
            >
              {label(action)}
            </Button>
          ),
        )
      )}
      {asked === undefined ? null : <MoveDialog target={target} asked={asked} open={open} onOpenChange={setOpen} />}
    </>
  )
}

const actions = { publish: publishDiscountAction, pause: pauseDiscountAction, end: endDiscountAction }

type MoveDialogProps = { target: Target; asked: Asked; open: boolean; onOpenChange: (open: boolean) => void }

function MoveDialog({ target, asked, ...shared }: MoveDialogProps) {
  const t = useTranslations('discounts')
  const { name, status, companies, activeAuthorizations: standing } = target
  const resumes = asked === 'publish' && status === 'paused'
  if (asked === 'duplicate') {
    return (
      <Dialog {...shared} title={t('duplicate.title', { name })} description={t('duplicate.text')} size="small">
        <Form action={duplicateDiscountAction} faults="discounts.faults">
          <input type="hidden" name="id" value={target.id} />
          <FormFooter submit={t('duplicate.submit')} />
        </Form>
      </Dialog>
    )
  }
  const Shell = asked === 'end' ? AlertDialog : Dialog
  return (
    <Shell {...shared} title={t(resumes ? 'publish.againTitle' : `${asked}.title`, { name })} size="small">
      <MoveForm asked={asked} target={target} onDone={() => shared.onOpenChange(false)}>
        <p className="text-sm text-pretty">{t(`${asked}.text`)}</p>
        {asked === 'publish' && companies === 0 ? (
          <p className="text-sm text-pretty text-muted">{t('publish.notGranted')}</p>
        ) : null}
        {asked === 'publish' ? null : (
          <p className="text-sm text-pretty text-muted">
            {standing === undefined ? t('standingUnknown') : t('standing', { count: standing })}
          </p>
        )}
        <FormFooter submit={t(resumes ? 'publish.againSubmit' : `${asked}.submit`)} danger={asked === 'end'} />
      </MoveForm>
    </Shell>
  )
}

function MoveForm(props: { asked: DiscountMove; target: Target; onDone: () => void; children: ReactNode }) {
  const t = useTranslations('discounts')
  const toast = useToast()
  const router = useRouter()
  return (
    <Form<{ id: number; name: string }>
      action={actions[props.asked]}
      faults="discounts.faults"
      onDone={({ name }) => {
        props.onDone()
        toast(t(`${props.asked}.done`, { name }))
        router.refresh()
      }}
    >
      <input type="hidden" name="id" value={props.target.id} />
      <input type="hidden" name="version" value={props.target.version} />
      {props.children}
    </Form>
  )
}
