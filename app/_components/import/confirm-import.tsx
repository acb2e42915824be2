'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Form } from '@/components/ui/form'
import { useToast } from '@/components/ui/toast'
import type { Counts } from '@/lib/imports/fingerprint'
import type { Action } from '@/lib/web/action'

type Props = {
  importId: number
  fingerprint: string
  counts: Counts
  /** Takes `importId` and `seen`. */
  confirm: Action<Counts>
  /** Takes `importId`. */
  drop: Action<undefined>
  /** Where to go when it is done, and what is said there. */
  donePath: string
  dropPath: string
  doneText: string
}

/** Applies what the preview shows, or discards it. */
export function ConfirmImport({ importId, fingerprint, counts, confirm, drop, donePath, dropPath, doneText }: Props) {
  const t = useTranslations('imports')
  const toast = useToast()
  const router = useRouter()
  const changes = counts.added + counts.changed
  const leave = (said: string, path: string) => {
    toast(said)
    router.push(path)
  }
  return (
    <div className="flex flex-wrap items-start gap-2 max-sm:flex-col max-sm:items-stretch">
      {changes === 0 ? null : (
        <Form<Counts>
          action={confirm}
          faults="imports.faults"
          className="min-w-0"
          onDone={() => leave(doneText, donePath)}
          onRefused={({ code }) => code === 'import_changed' && router.refresh()}
        >
          <input type="hidden" name="importId" value={importId} />
          <input type="hidden" name="seen" value={fingerprint} />
          <Button type="submit" variant="primary">
            {t('confirm', { count: changes })}
          </Button>
        </Form>
      )}
      <Form action={drop} faults="imports.faults" onDone={() => leave(t('dropped'), dropPath)}>
        <input type="hidden" name="importId" value={importId} />
        <Button type="submit" variant={changes === 0 ? 'secondary' : 'ghost'}>
          {t('drop')}
        </Button>
      </Form>
    </div>
  )
}
