import { Gift } from 'lucide-react'
import type { Metadata } from 'next'
import { EmptyState } from '@/components/ui/states'
import { listBenefits } from '@/lib/me/list-own'
import { requireCollaborator } from '@/lib/web/collaborator'
import { translations } from '@/lib/web/translations'
import { MerchantBenefits } from './_components/merchant-benefits'
import { OwnHead } from './_components/own-head'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('me'))('title') })

/** What the collaborator may use today. */
export default async function MePage() {
  const ctx = await requireCollaborator()
  const t = await translations('me')
  const merchants = await listBenefits(ctx)
  return (
    <>
      <OwnHead collaborator={ctx.collaborator} here="/me" />
      {merchants.length === 0 ? (
        <EmptyState icon={<Gift aria-hidden />} title={t('noneTitle')}>
          {t('noneText', { company: ctx.collaborator.companyName })}
        </EmptyState>
      ) : (
        <>
          <p className="rounded-lg bg-surface px-4 py-3 text-pretty text-muted">{t('howTo')}</p>
          {merchants.map((one) => (
            <MerchantBenefits key={one.benefits[0]?.discountId} {...one} />
          ))}
        </>
      )}
    </>
  )
}
