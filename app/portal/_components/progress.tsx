import { CircleCheck, CircleDashed } from 'lucide-react'
import { Card, Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { Meter } from '@/components/ui/states'
import type { OfficeContext } from '@/lib/context'
import { type ProgressStep, showProgress } from '@/lib/overview/show-progress'
import { permissionNames } from '@/lib/web/permission-name'
import { translations } from '@/lib/web/translations'

/** Where each step is done. */
const places = {
  two_step: '/account/security',
  articles: '/portal/catalog',
  published: '/portal/discounts',
  affiliated: '/portal/companies',
  granted: '/portal/companies',
  credential: '/portal/integrations',
  validated: '/portal/requests',
  consumed: '/portal/consumptions',
} as const satisfies Record<ProgressStep['key'], string>

/** The steps that a merchant takes to sell with a benefit; nothing once all are done. */
export async function Progress({ ctx }: { ctx: Pick<OfficeContext, 'db' | 'member'> }) {
  const steps = await showProgress(ctx)
  if (!steps) return null
  const t = await translations('overview')
  const names = await permissionNames()
  const done = steps.filter((step) => step.done).length
  return (
    <Section
      title={t('progress')}
      actions={
        <Meter
          label={t('progressLead', { done: String(done), total: String(steps.length) })}
          value={done}
          max={steps.length}
        />
      }
    >
      <Card className="p-0!">
        <ol className="divide-y divide-line">
          {steps.map(({ key, done, permission, mayDo }) => (
            <li key={key} className="flex gap-3 px-5 py-3.5">
              {done ? (
                <CircleCheck aria-label={t('done')} className="mt-0.5 size-4.5 shrink-0 text-accent" />
              ) : (
                <CircleDashed aria-label={t('pending')} className="mt-0.5 size-4.5 shrink-0 text-muted" />
              )}
              <div className="min-w-0">
                <p className="font-medium">
                  {mayDo && !done ? <Link href={places[key]}>{t(`steps.${key}`)}</Link> : t(`steps.${key}`)}
                </p>
                {done ? null : (
                  <p className="text-sm text-pretty text-muted">
                    {t(`stepTexts.${key}`)}
                    {mayDo || permission === undefined ? null : ` ${t('askFor', { permission: names[permission] })}`}
                  </p>
                )}
              </div>
            </li>
          ))}
        </ol>
      </Card>
    </Section>
  )
}
