import type { ReactNode } from 'react'
import { Brand } from '@/components/brand'
import { LanguageSwitch } from '@/components/language-switch'
import { OfficeShell } from '@/components/shell/office-shell'
import { Button } from '@/components/ui/button'
import { OfficeOfPage } from '@/components/ui/office-of-page'
import type { Session } from '@/lib/accounts/load-session'
import { env } from '@/lib/env'
import { openingPaths } from '@/lib/views/keep-views'
import { companyOffice, companySections } from '@/lib/web/company-office'
import type { OfficeKind } from '@/lib/web/form-state'
import { pageLanguage } from '@/lib/web/language'
import { merchantOffice, merchantSections } from '@/lib/web/merchant-office'
import { sectionsFor } from '@/lib/web/office'
import { officeService } from '@/lib/web/office-service'
import { operatorOffice, operatorSections } from '@/lib/web/operator-office'
import { currentSession } from '@/lib/web/session'
import { pageTheme } from '@/lib/web/theme'
import { translations } from '@/lib/web/translations'
import { chooseCompany, chooseLanguage, chooseMerchant, chooseTheme } from '../actions'
import { accountPages, operatorLink } from './account-pages'
import { AnnouncementBanner } from './announcement-banner'
import { ClientTexts } from './client-texts'
import { IncidentBanner } from './incident-banner'
import { groupInCompany, groupInOperator, groupOf } from './menu-groups'
import { SupportBanner } from './support/support-banner'

/**
 * The frame around the pages of the offices, with what the session's user may see in it. It grants no access: every page and
 * action checks for itself. A page whose reader is not signed in, or has no office, gets the plain frame.
 */
export async function OfficeFrame({ of = 'merchant', children }: { of?: OfficeKind; children: ReactNode }) {
  const session = await currentSession()
  const office = session?.stage === 'complete' ? await officeOf(session, of) : undefined
  if (!session || !office) return <PlainFrame>{children}</PlainFrame>
  const opening = await openingPaths({ db: officeService().db, member: { userId: session.userId, ...office.tenant } })
  const t = await translations('shell')
  const common = await translations('common')
  const environment = env().SERVICE_ENVIRONMENT
  const sections = [
    { key: 'home' as const, href: office.home, label: t('sections.home'), group: undefined },
    ...office.sections.map(({ key, href, group }) => ({
      key,
      href,
      opens: opening.get(href),
      label: t(`sections.${key}`),
      group: group && t(`groups.${group}`),
    })),
  ]
  return (
    <ClientTexts namespaces={['shell', 'search']}>
      <OfficeShell
        texts={{
          skipToContent: common('skipToContent'),
          navigation: t('navigation'),
          environment: t(`environment.${environment}`),
          environmentMeaning: environment === 'test' ? t('testBanner') : undefined,
        }}
        environment={environment}
        sections={sections}
        search={{
          path: `${office.home}/search`,
          office: office.current,
          pages: [
            ...sections.map(({ href, label }) => ({ href, label })),
            ...accountPages.map(({ key, href }) => ({ href, label: t(`account.${key}`) })),
          ],
        }}
        offices={{
          current: office.current,
          merchants: session.memberships.map(({ merchantId: id, name }) => ({ id, name })),
          companies: session.companyMemberships.map(({ companyId: id, name }) => ({ id, name })),
          chooseMerchant,
          chooseCompany,
        }}
        user={{
          name: session.name,
          email: session.email,
          links:
            session.operatorMembership && office.current.kind !== 'operator'
              ? [...accountPages, operatorLink]
              : accountPages,
          language: session.language,
          theme: await pageTheme(),
          chooseLanguage,
          chooseTheme,
          signOutPath: '/sign-out',
        }}
      >
        <OfficeOfPage value={`${office.current.kind}-${office.current.id}`}>
          {session.supportView?.of === office.current.kind ? <SupportBanner view={session.supportView} /> : null}
          <IncidentBanner />
          <AnnouncementBanner office={office.current.kind} userId={session.userId} />
          {children}
        </OfficeOfPage>
      </OfficeShell>
    </ClientTexts>
  )
}

/** The office whose frame is shown: of the kind asked for, or of another if the reader has no office of that one. */
async function officeOf({ membership, companyMembership, operatorMembership }: Session, kind: OfficeKind) {
  if (operatorMembership && (kind === 'operator' || !(membership ?? companyMembership))) {
    const sections = sectionsFor(operatorSections, operatorMembership.permissions)
    return {
      current: { kind: 'operator', id: 1, name: (await translations('shell'))('operator') },
      tenant: { operator: true },
      home: operatorOffice.home,
      sections: sections.map((one) => ({ ...one, group: groupInOperator(one.key) })),
    } as const
  }
  if (membership && (kind !== 'company' || !companyMembership)) {
    const { merchantId: id, name, permissions } = membership
    const sections = sectionsFor(merchantSections, permissions).map((one) => ({ ...one, group: groupOf(one.key) }))
    return {
      current: { kind: 'merchant', id, name },
      tenant: { merchantId: id },
      home: merchantOffice.home,
      sections,
    } as const
  }
  if (!companyMembership) return undefined
  const { companyId: id, name, permissions } = companyMembership
  const sections = sectionsFor(companySections, permissions).map((one) => ({ ...one, group: groupInCompany(one.key) }))
  return {
    current: { kind: 'company', id, name },
    tenant: { companyId: id },
    home: companyOffice.home,
    sections,
  } as const
}

/** The frame for a reader who is not in an office: signing in, enrolling, or not yet a member of a merchant or a company. */
export async function PlainFrame({ children }: { children: ReactNode }) {
  const common = await translations('common')
  // Before two-step verification is on, only the account's pages and sign-out are available.
  const isEnrolling = (await currentSession())?.stage === 'not_enrolled'
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-3xl flex-col gap-8 px-4 py-6 text-sm sm:px-8 sm:py-10">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <Brand />
        <div className="flex items-center gap-2 sm:gap-4">
          <LanguageSwitch label={common('language')} current={await pageLanguage()} action={chooseLanguage} />
          {isEnrolling ? (
            <form method="post" action="/sign-out">
              <Button type="submit" size="small">
                {common('signOut')}
              </Button>
            </form>
          ) : null}
        </div>
      </header>
      <main id="content" className="flex flex-col gap-8">
        {children}
      </main>
    </div>
  )
}
