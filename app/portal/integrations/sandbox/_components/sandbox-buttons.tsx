'use client'

import type { ReactNode } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { ButtonForm } from '@/components/ui/button-form'
import { useToast } from '@/components/ui/toast'
import { emptySandboxAction, prepareSandboxAction } from '../actions'

type Props = { readonly icon: ReactNode }

/** Makes the rows of the sandbox, or what is missing of them. */
export function PrepareSandbox({ icon, isPrepared }: Props & { readonly isPrepared: boolean }) {
  const t = useTranslations('sandbox')
  const toast = useToast()
  return (
    <ButtonForm
      action={prepareSandboxAction}
      faults="sandbox.faults"
      entries={{}}
      onDone={({ made }) => toast(t('prepared', { made }))}
    >
      <Button type="submit" variant={isPrepared ? 'secondary' : 'primary'} icon={icon}>
        {t(isPrepared ? 'prepareAgain' : 'prepare')}
      </Button>
    </ButtonForm>
  )
}

/** Gives uses, budgets and reservations back. */
export function EmptySandbox({ icon }: Props) {
  const t = useTranslations('sandbox')
  const toast = useToast()
  return (
    <ButtonForm
      action={emptySandboxAction}
      faults="sandbox.faults"
      entries={{}}
      onDone={({ released }) => toast(t('emptied', { released }))}
    >
      <Button type="submit" variant="secondary" icon={icon}>
        {t('empty')}
      </Button>
    </ButtonForm>
  )
}
