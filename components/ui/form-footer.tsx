'use client'

import { useTranslations } from '@/components/texts'
import { Button } from './button'
import { DialogClose, DialogFooter } from './dialog'

/** The buttons at the end of a form in a dialog: cancel, and send (labelled `submit`); `danger` is for taking something away. */
export function FormFooter({ submit, danger = false }: { submit: string; danger?: boolean }) {
  const t = useTranslations('ui')
  return (
    <DialogFooter>
      <DialogClose>
        <Button>{t('cancel')}</Button>
      </DialogClose>
      <Button type="submit" variant={danger ? 'danger' : 'primary'}>
        {submit}
      </Button>
    </DialogFooter>
  )
}
