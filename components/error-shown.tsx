'use client'

import { useTranslations } from '@/components/texts'
import { Button } from './ui/button'
import { ButtonLink } from './ui/link'
import { ErrorState } from './ui/states'

/** What a page shows when it could not be rendered. `digest` identifies the error in the server's log. */
export default function ErrorShown({ digest, retry }: { digest: string | undefined; retry: () => void }) {
  const t = useTranslations('common')
  return (
    <ErrorState
      title={t('errorTitle')}
      {...(digest === undefined ? {} : { reference: t('errorReference', { reference: digest }) })}
      action={
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={retry}>
            {t('retry')}
          </Button>
          <ButtonLink href="/">{t('backHome')}</ButtonLink>
        </div>
      }
    >
      {t('errorText')}
    </ErrorState>
  )
}
