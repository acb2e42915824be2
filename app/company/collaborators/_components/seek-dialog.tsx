'use client'

import { IdCard } from 'lucide-react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Form, FormFooter } from '@/components/ui/in-dialog'
import { seekByIdentification } from '../actions'
import { IdentificationFields } from './collaborator-dialogs'
import type { Choices } from './options'

/** Looks a collaborator up by their whole identification, which is posted and so is in no URL (D32). */
export function SeekDialog({ choices }: { choices: Choices }) {
  const t = useTranslations('collaborators')
  return (
    <Dialog
      title={t('seek.title')}
      description={t('seek.text')}
      trigger={<Button icon={<IdCard aria-hidden />}>{t('seek.action')}</Button>}
    >
      <Form action={seekByIdentification} faults="companyFaults">
        <IdentificationFields choices={choices} />
        <FormFooter submit={t('seek.submit')} />
      </Form>
    </Dialog>
  )
}
