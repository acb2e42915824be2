'use client'

import { Toast as Base } from '@base-ui/react/toast'
import { CircleCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from '@/components/texts'

export type Said = { readonly title: string; readonly description?: string }

/** Shows what is said, in turn; `said` only grows. */
export function Toasts({ said }: { said: readonly Said[] }) {
  const t = useTranslations('ui')
  const [manager] = useState(() => ({ ...Base.createToastManager(), added: 0 }))
  useEffect(() => {
    for (const one of said.slice(manager.added)) manager.add(one)
    manager.added = said.length
  }, [manager, said])
  return (
    <Base.Provider timeout={6000} toastManager={manager}>
      <Base.Portal>
        <Base.Viewport
          aria-label={t('notices')}
          className="fixed inset-x-4 bottom-4 z-60 mx-auto flex flex-col items-end gap-2 sm:inset-x-auto sm:right-6 sm:bottom-6 sm:w-88"
        >
          <Shown />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function Shown() {
  const t = useTranslations('ui')
  const { toasts } = Base.useToastManager()
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      className="w-full rounded-lg border border-line bg-raised shadow-popup transition duration-200 data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0"
    >
      <Base.Content className="flex items-start gap-3 py-2.5 pr-2 pl-3.5">
        <CircleCheck aria-hidden className="mt-1 size-4 shrink-0 text-accent" />
        <div className="min-w-0 flex-1 py-0.5 text-sm">
          <Base.Title render={<p />} className="font-medium" />
          <Base.Description className="text-muted" />
        </div>
        <Base.Close
          aria-label={t('dismiss')}
          className="flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ))
}
