import { PageHeader } from '@/components/ui/layout'
import { LinkTabs } from '@/components/ui/tabs'
import type { Collaborator } from '@/lib/me/load-collaborator'
import { translations } from '@/lib/web/translations'

/** The head of a collaborator's own pages: who is signed in, and links to the two pages. */
export async function OwnHead({ collaborator, here }: { collaborator: Collaborator; here: '/me' | '/me/history' }) {
  const t = await translations('me')
  return (
    <>
      <PageHeader
        title={t('greeting', { name: collaborator.displayName })}
        lead={t(here === '/me' ? 'lead' : 'historyLead', { company: collaborator.companyName })}
      />
      <LinkTabs
        label={t('pages')}
        tabs={[
          { href: '/me', label: t('benefits'), current: here === '/me' },
          { href: '/me/history', label: t('history'), current: here === '/me/history' },
        ]}
      />
    </>
  )
}
