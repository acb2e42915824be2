import { Figures } from '@/components/ui/figures'
import { Section } from '@/components/ui/layout'
import { ButtonLink } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Table } from '@/components/ui/table'
import type { OperatorContext } from '@/lib/context'
import { faultTexts } from '@/lib/http/texts'
import type { FaultCode } from '@/lib/kernel/fault'
import { failingMinutes, showNetwork } from '@/lib/network/show-network'
import { pageLanguage } from '@/lib/web/language'
import { isOpenTo } from '@/lib/web/office'
import { operatorSections } from '@/lib/web/operator-office'
import { pageFormats, translations } from '@/lib/web/translations'

/** Who is in the network, what it sold, what is reserved, and whose calls fail. */
export async function NetworkAtAGlance({ ctx }: { ctx: Pick<OperatorContext, 'db' | 'member'> }) {
  const [{ canRegister, counts, sales, failing }, t, { number, amount }] = await Promise.all([
    showNetwork(ctx),
    translations('operatorHome'),
    pageFormats(),
  ])
  return (
    <>
      {canRegister ? null : (
        <Notice
          tone="warning"
          title={t('noTypesTitle')}
          action={
            isOpenTo(operatorSections.policies, ctx.member.permissions) ? (
              <ButtonLink href={operatorSections.policies.href}>{t('noTypesAction')}</ButtonLink>
            ) : undefined
          }
        >
          {t('noTypesText')}
        </Notice>
      )}
      <Figures
        label={t('network')}
        figures={[
          {
            ...{ key: 'merchants', label: t('merchants'), value: number(counts.merchantsEnabled) },
            ...(counts.merchants > counts.merchantsEnabled
              ? { note: t('merchantsNote', { all: number(counts.merchants) }) }
              : {}),
          },
          { key: 'companies', label: t('companies'), value: number(counts.companies) },
          { key: 'people', label: t('people'), value: number(counts.people) },
          { key: 'reservations', label: t('reservations'), value: number(counts.reservations) },
        ]}
      />
      {sales.map(({ period, count, merchants, finalCents, discountCents }) => (
        <Section key={period} title={t(`periods.${period}`)}>
          <Figures
            label={t(`totals.${period}`)}
            figures={[
              { key: 'sold', label: t('sold'), value: amount(finalCents) },
              { key: 'discount', label: t('discount'), value: amount(discountCents) },
              { key: 'count', label: t('consumptions'), value: number(count) },
              { key: 'selling', label: t('selling'), value: number(merchants) },
            ]}
          />
        </Section>
      ))}
      <Failing rows={failing} />
    </>
  )
}

const isCode = (code: string): code is FaultCode => Object.hasOwn(faultTexts, code)

type Row = Awaited<ReturnType<typeof showNetwork>>['failing'][number]

async function Failing({ rows }: { rows: readonly Row[] }) {
  const [t, language, { number, stamp, relative }] = await Promise.all([
    translations('operatorHome'),
    pageLanguage(),
    pageFormats(),
  ])
  const wordsOf = (code: string | null) => (code === null ? '' : isCode(code) ? faultTexts[code].title[language] : code)
  return (
    <Section title={t('failing')} lead={t('failingLead', { minutes: number(failingMinutes) })}>
      {rows.length === 0 ? (
        <p className="text-sm text-muted">{t('noneFailing')}</p>
      ) : (
        <Table
          phone="lines"
          caption={t('failing')}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            { key: 'name', label: t('merchant'), heading: true, cell: ({ name }) => <bdi>{name}</bdi> },
            { key: 'failed', label: t('failed'), align: 'right', phone: 'end', cell: ({ failed }) => number(failed) },
            { key: 'code', label: t('lastCode'), phone: 'below', cell: ({ lastCode }) => wordsOf(lastCode) },
            {
              key: 'at',
              label: t('lastAt'),
              phone: 'below-end',
              cell: ({ lastAt }) => stamp(lastAt),
              below: ({ lastAt }) => relative(lastAt),
            },
          ]}
        />
      )}
    </Section>
  )
}
