import type { Metadata } from 'next'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/link'
import { findInvitation } from '@/lib/accounts/accept-invitation'
import { allPermissions } from '@/lib/accounts/permissions'
import { textOf } from '@/lib/kernel/address'
import { accountContext } from '@/lib/web/origin'
import { permissionNames } from '@/lib/web/permission-name'
import type { SearchParams } from '@/lib/web/search-params'
import { currentSession } from '@/lib/web/session'
import { translations } from '@/lib/web/translations'
import { AcceptForm, NewAccountForm } from '../_components/entry-forms'
import { EntryTitle } from '../_components/entry-title'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await translations('entry'))('accept'),
})

export default async function InvitationPage({ searchParams }: { searchParams: SearchParams }) {
  const t = await translations('entry')
  const token = textOf(await searchParams, 'token') ?? ''
  const invitation = await findInvitation(await accountContext(), token)
  if (!invitation) return <EntryTitle title={t('linkTitle')} lead={t('invitationLinkText')} />
  const { email, invitedBy } = invitation
  const tenant = invitation.tenant ?? t('network')
  const names = await permissionNames()
  const named = allPermissions.filter((one) => invitation.permissions.includes(one)).map((one) => names[one])
  return (
    <>
      <EntryTitle
        title={t('invitationTitle', { tenant })}
        lead={invitedBy === null ? t('invitationLeadAlone', { tenant }) : t('invitationLead', { tenant, invitedBy })}
      />
      <div className="text-sm">
        <p className="text-muted">{t('youMay')}</p>
        <ul className="mt-1 list-disc pl-5">
          {named.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </div>
      <WayIn token={token} email={email} hasAccount={invitation.hasAccount} />
    </>
  )
}

/** Offers a new account, a sign-in, or the button, depending on whether there is an account and who is signed in. */
async function WayIn({ token, email, hasAccount }: { token: string; email: string; hasAccount: boolean }) {
  const t = await translations('entry')
  const session = await currentSession()
  if (session && session.email !== email) {
    return (
      <form method="post" action="/sign-out" className="flex flex-col gap-4">
        <p className="text-sm break-words">{t('wrongAccount', { email, current: session.email })}</p>
        <Button type="submit" variant="primary">
          {t('signOutFirst')}
        </Button>
      </form>
    )
  }
  if (session && session.stage !== 'second_step') return <AcceptForm token={token} />
  if (!hasAccount) return <NewAccountForm token={token} email={email} />
  const next = encodeURIComponent(`/invitation?token=${token}`)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm break-words">{t('haveAccount', { email })}</p>
      <ButtonLink variant="primary" href={`/sign-in?next=${next}`}>
        {t('signInToAccept')}
      </ButtonLink>
    </div>
  )
}
