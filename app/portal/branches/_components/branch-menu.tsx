'use client'

import { Pencil, Power, PowerOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from '@/components/texts'
import { AlertDialog, Dialog } from '@/components/ui/dialog'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-items'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import type { BranchView } from '@/lib/catalog/list-branches'
import { NameForm } from '../../_components/name-form'
import { activateBranchAction, deactivateBranchAction, renameBranchAction } from '../actions'

export type BranchProps = { branch: BranchView; recentDays: number }

/** What can be done with a branch, with its dialogs. */
export function BranchMenu({ branch, recentDays, opened }: BranchProps & { opened: Opened }) {
  const t = useTranslations('branches')
  const [asks, setAsks] = useState<'rename' | 'switch'>()
  const close = () => setAsks(undefined)
  const { name, active } = branch
  const id = String(branch.id)
  const verb = active ? 'deactivate' : 'activate'
  return (
    <>
      <Menu {...opened}>
        <MenuItem icon={<Pencil aria-hidden />} onClick={() => setAsks('rename')}>
          {t('rename')}
        </MenuItem>
        <MenuItem
          {...(active ? { tone: 'danger' as const } : {})}
          icon={active ? <PowerOff aria-hidden /> : <Power aria-hidden />}
          onClick={() => setAsks('switch')}
        >
          {t(verb)}
        </MenuItem>
      </Menu>
      <Dialog
        title={t('renameTitle', { name })}
        description={t('renameLead', { id })}
        size="small"
        open={asks === 'rename'}
        onOpenChange={close}
      >
        <RenameForm branch={branch} onDone={close} />
      </Dialog>
      <AlertDialog
        title={t(`${verb}Title`, { name })}
        description={active ? <WhatFollows branch={branch} recentDays={recentDays} /> : t('activateText', { id })}
        open={asks === 'switch'}
        onOpenChange={close}
      >
        <SwitchForm branch={branch} onDone={close} />
      </AlertDialog>
    </>
  )
}

/** What an integrator must know before a branch is refused (D30). */
function WhatFollows({ branch, recentDays }: { branch: BranchView; recentDays: number }): ReactNode {
  const t = useTranslations('branches')
  const { id, recentConsumptions: count } = branch
  return (
    <div className="flex flex-col gap-2">
      <p>{t('deactivateText', { id: String(id) })}</p>
      {count > 0 ? (
        <p className="font-medium text-ink">{t('deactivateRecent', { count, days: String(recentDays) })}</p>
      ) : null}
      <p>{t('deactivateKept')}</p>
    </div>
  )
}

function RenameForm({ branch, onDone }: { branch: BranchView; onDone: () => void }) {
  const t = useTranslations('branches')
  const toast = useToast()
  return (
    <NameForm
      action={renameBranchAction}
      faults="branches.faults"
      label={t('name')}
      submit={t('save')}
      renamed={{ field: 'branchId', id: branch.id, name: branch.name }}
      onDone={() => {
        onDone()
        toast(t('renamed'))
      }}
    />
  )
}

function SwitchForm({ branch, onDone }: { branch: BranchView; onDone: () => void }) {
  const t = useTranslations('branches')
  const toast = useToast()
  const { active } = branch
  return (
    <Form
      action={active ? deactivateBranchAction : activateBranchAction}
      faults="branches.faults"
      onDone={() => {
        onDone()
        toast(t(active ? 'deactivated' : 'activated'))
      }}
    >
      <input type="hidden" name="branchId" value={branch.id} />
      <FormFooter submit={t(active ? 'deactivateSubmit' : 'activateSubmit')} danger={active} />
    </Form>
  )
}
