'use client'

import { Pencil, Power, PowerOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from '@/components/texts'
import { AlertDialog, Dialog } from '@/components/ui/dialog'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-items'
import type { Opened } from '@/components/ui/opener'
import type { BranchView } from '@/lib/catalog/list-branches'
import { ConfirmForm } from '../../_components/confirm-form'
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
        <NameForm
          action={renameBranchAction}
          faults="branches.faults"
          label={t('name')}
          submit={t('save')}
          renamed={{ field: 'branchId', id: branch.id, name }}
          done={t('renamed')}
          onDone={close}
        />
      </Dialog>
      <AlertDialog
        title={t(`${verb}Title`, { name })}
        description={active ? <WhatFollows branch={branch} recentDays={recentDays} /> : t('activateText', { id })}
        open={asks === 'switch'}
        onOpenChange={close}
      >
        <ConfirmForm
          action={active ? deactivateBranchAction : activateBranchAction}
          faults="branches.faults"
          of={{ field: 'branchId', id: branch.id }}
          submit={t(active ? 'deactivateSubmit' : 'activateSubmit')}
          danger={active}
          done={t(active ? 'deactivated' : 'activated')}
          onDone={close}
        />
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
