'use client'

import { CircleStop, Copy, Pause, Pencil, Play, Send } from 'lucide-react'
import { useTranslations } from '@/components/texts'
import type { Target } from './target'

const icons = {
  edit: <Pencil aria-hidden />,
  publish: <Send aria-hidden />,
  pause: <Pause aria-hidden />,
  end: <CircleStop aria-hidden />,
  duplicate: <Copy aria-hidden />,
}

/** What an action with a discount is called, and its icon. */
export function useActionLook({ status }: Target) {
  const t = useTranslations('discounts')
  return (action: Target['actions'][number]) => {
    const resumes = action === 'publish' && status === 'paused'
    return {
      label: resumes ? t('publish.again') : t(`${action}.action`),
      icon: resumes ? <Play aria-hidden /> : icons[action],
    }
  }
}
