import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { PublicHeader } from '@/app/_components/public-header'
import { Badge, type Tone } from '@/components/ui/badge'
import { DescriptionList } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { showCertificate } from '@/lib/certification/show-certificate'
import type { CertificateState } from '@/lib/certification/state'
import { accountContext } from '@/lib/web/origin'
import { pageFormats, translations } from '@/lib/web/translations'

export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ code: string }> }

const tones: Readonly<Record<CertificateState, Tone>> = { valid: 'good', expired: 'warning', suspended: 'danger' }

const shown = cache(async (code: string) => showCertificate(await accountContext(), code))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, found] = [await translations('certification'), await shown((await params).code)]
  const title = found === undefined ? t('certificate.title') : `${t('certificate.title')} ${found.adapter}`.trim()
  return { title, robots: { index: false } }
}

/** A certificate, for whoever has its code: nothing of the merchant but its name, and no call. */
export default async function CertificatePage({ params }: Props) {
  const found = (await shown((await params).code)) ?? notFound()
  const [t, formats] = await Promise.all([translations('certification'), pageFormats()])
  return (
    <div className="flex min-h-dvh flex-col bg-surface">
      <PublicHeader className="px-4 py-3 sm:px-6" />
      <main className="flex flex-1 flex-col items-center px-4 pt-4 pb-16 sm:pt-[6vh]">
        <div className="flex w-full max-w-2xl flex-col gap-6 rounded-xl border border-line bg-raised p-5 sm:p-7">
          <header className="flex flex-col gap-2">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h1 className="text-xl font-semibold text-balance">{t('certificate.title')}</h1>
              <Badge tone={tones[found.state]}>{t(`certificate.states.${found.state}`)}</Badge>
            </div>
            <p className="max-w-[65ch] text-sm text-pretty text-muted">{t('certificate.lead')}</p>
            {found.state === 'suspended' ? (
              <p className="max-w-[65ch] text-sm text-pretty">{t('certificate.suspended')}</p>
            ) : null}
          </header>
          <DescriptionList
            items={[
              { term: t('certificate.adapter'), detail: found.adapter || t('certificate.unnamed') },
              { term: t('certificate.merchant'), detail: found.merchant },
              {
                term: t('certificate.plan'),
                detail: t('certificate.planVersion', { version: String(found.planVersion) }),
              },
              { term: t('certificate.issued'), detail: formats.date(found.issuedAt) },
              { term: t('certificate.until'), detail: formats.date(found.validUntil) },
              { term: t('certificate.code'), detail: <span className="font-mono break-all">{found.code}</span> },
            ]}
          />
          <p className="text-sm">
            <Link href="/certificates/key">{t('certificate.key')}</Link>
          </p>
        </div>
      </main>
    </div>
  )
}
