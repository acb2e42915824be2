import { ChevronDown } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { Card, Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import type { OfficeContext } from '@/lib/context'
import { listExpiring, type Expiring as One } from '@/lib/overview/list-expiring'
import { pageFormats, translations } from '@/lib/web/translations'

const placeOf = ({ kind, id }: One) =>
  kind === 'api_key' ? `/portal/integrations/keys/${id}` : `/portal/discounts/${id}`

/** How many are shown at first. The others are one press away, so that the numbers below are not pushed off the screen. */
const inSight = 3

/** What ends within a month and could be renewed; nothing at all when there is none. */
export async function Expiring({ ctx, now }: { ctx: Pick<OfficeContext, 'db' | 'member'>; now: Date }) {
  const expiring = await listExpiring(ctx)
  if (expiring.length === 0) return null
  const t = await translations('overview')
  const [first, rest] = [expiring.slice(0, inSight), expiring.slice(inSight)]
  return (
    <Section title={t('expiring')} lead={t('expiringLead')}>
      <Card className="p-0!">
        <Lines of={first} now={now} />
        {rest.length === 0 ? null : (
          <details className="group border-t border-line">
            <summary className="flex cursor-pointer list-none items-center gap-1.5 px-5 py-3 text-sm font-medium text-muted -outline-offset-2! hover:text-ink [&::-webkit-details-marker]:hidden">
              <ChevronDown aria-hidden className="size-4 group-open:rotate-180" />
              {t('expiringMore', { count: rest.length })}
            </summary>
            <div className="border-t border-line">
              <Lines of={rest} now={now} />
            </div>
          </details>
        )}
      </Card>
    </Section>
  )
}

async function Lines({ of, now }: { of: readonly One[]; now: Date }) {
  const t = await translations('overview')
  const { relative, exact } = await pageFormats()
  return (
    <ul className="divide-y divide-line">
      {of.map((one) => (
        <li key={`${one.kind}${one.id}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-3">
          <Link href={placeOf(one)} className="min-w-0 break-words">
            {one.name}
          </Link>
          <Badge>{t(`expiringKinds.${one.kind}`)}</Badge>
          <time dateTime={one.at.toISOString()} title={exact(one.at)} className="text-sm text-muted sm:ml-auto">
            {t('ends', { when: relative(one.at, now) })}
          </time>
        </li>
      ))}
    </ul>
  )
}
