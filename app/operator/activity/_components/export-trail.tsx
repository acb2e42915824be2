import { Button } from '@/components/ui/button'
import { DateInput } from '@/components/ui/date-input'
import { Section } from '@/components/ui/layout'
import { closedTrail } from '@/lib/audit/export-trail'
import { startOfDay } from '@/lib/language/days'
import type { OperatorMemberContext } from '@/lib/web/operator-office'
import { pageFormats, translations } from '@/lib/web/translations'

/** Downloads a day of the trail, signed. */
export async function ExportTrail({ ctx }: { ctx: OperatorMemberContext }) {
  const [closed, t, formats] = await Promise.all([closedTrail(ctx), translations('operatorActivity'), pageFormats()])
  return (
    <Section title={t('export')} lead={t('exportLead')}>
      {closed === undefined ? (
        <p className="text-sm text-muted">{t('noDay')}</p>
      ) : (
        <>
          <p className="text-sm">
            {closed.sealed === undefined
              ? t('notSealed')
              : t('sealed', { day: formats.date(startOfDay(closed.sealed)) })}
          </p>
          <form action="/operator/activity/export" className="flex flex-wrap items-end gap-3">
            <DateInput
              name="day"
              label={t('day')}
              defaultValue={closed.last}
              min={closed.first}
              max={closed.last}
              compact
              className="w-40"
            />
            <Button type="submit">{t('download')}</Button>
          </form>
        </>
      )}
      <p className="text-sm text-muted">
        {t('verify')}{' '}
        <code className="font-mono text-xs break-all">npm run audit:verify -- *.jsonl --key aliado-audit-key.pem</code>
        {' · '}
        <a href="/operator/activity/key" download className="text-accent underline underline-offset-4">
          {t('key')}
        </a>
      </p>
    </Section>
  )
}
