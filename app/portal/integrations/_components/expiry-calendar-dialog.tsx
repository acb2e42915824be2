'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Form } from '@/components/ui/form'
import { Notice } from '@/components/ui/notice'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import { openCalendarAddress, revokeCalendarAddress } from '../actions'

export type ExpiryCalendarProps = {
  /** Since when the member has an address and when it was last read, in words; undefined without one. */
  standing: string | undefined
}

/** Gives an address, shows it this once, and takes it back. */
export function ExpiryCalendarDialog({ open, onOpenChange, standing }: ExpiryCalendarProps & Opened) {
  const t = useTranslations('integrations.calendar')
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('title')} description={t('text')}>
      <Address standing={standing} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Within the dialog, and so forgotten with it. */
function Address({ standing, close }: ExpiryCalendarProps & { close: () => void }) {
  const t = useTranslations('integrations.calendar')
  const toast = useToast()
  const router = useRouter()
  const [address, setAddress] = useState<string>()
  if (address !== undefined) {
    return (
      <div className="flex flex-col gap-5">
        <div role="status" className="flex flex-col gap-3 rounded-lg border border-line p-4">
          <p className="text-sm text-pretty">{t('once')}</p>
          <code className="font-mono text-sm break-all select-all">{address}</code>
          <div>
            <CopyButton text={address} label={t('copy')} variant="primary">
              {t('copy')}
            </CopyButton>
          </div>
        </div>
        <Notice>{t('howTo')}</Notice>
        <DialogFooter>
          <DialogClose>
            <Button variant="primary">{t('done')}</Button>
          </DialogClose>
        </DialogFooter>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm text-pretty">{standing ?? t('none')}</p>
      <div className="flex flex-wrap gap-2.5">
        <Form<{ address: string }>
          action={openCalendarAddress}
          faults="integrations.faults"
          onDone={(made) => {
            setAddress(made.address)
            router.refresh()
          }}
        >
          <Button type="submit" variant="primary">
            {t(standing === undefined ? 'open' : 'replace')}
          </Button>
        </Form>
        {standing === undefined ? null : (
          <Form
            action={revokeCalendarAddress}
            faults="integrations.faults"
            onDone={() => {
              close()
              toast(t('revoked'))
              router.refresh()
            }}
          >
            <Button type="submit" variant="danger-quiet">
              {t('revoke')}
            </Button>
          </Form>
        )}
      </div>
    </div>
  )
}
