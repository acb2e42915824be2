'use client'

import { useTranslations } from '@/components/texts'
import { Button } from './button'
import { AlertDialog, DialogClose, DialogFooter } from './dialog'

/** Asks whether what was typed may be lost. */
export function LeaveQuestion({ isOpen, stay, leave }: { isOpen: boolean; stay: () => void; leave: () => void }) {
  const t = useTranslations('ui')
  return (
    <AlertDialog
      title={t('unsentTitle')}
      description={t('unsentText')}
      size="small"
      open={isOpen}
      onOpenChange={(open) => !open && stay()}
    >
      <DialogFooter>
        <DialogClose>
          <Button>{t('unsentStay')}</Button>
        </DialogClose>
        <Button variant="danger" onClick={leave}>
          {t('unsentLeave')}
        </Button>
      </DialogFooter>
    </AlertDialog>
  )
}
