import { Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { findRemedies } from '@/lib/requests/find-remedies'
import { type Remedy, remedyValues } from '@/lib/requests/remedy'
import type { RequestPageView } from '@/lib/requests/show-request'
import { type MerchantMemberContext, merchantSections } from '@/lib/web/merchant-office'
import { isOpenTo } from '@/lib/web/office'
import { pageFormats, translations } from '@/lib/web/translations'

/** What to do about a call that failed, each with the page where it is done, for who may open that page. */
export async function Remedies(props: { ctx: Pick<MerchantMemberContext, 'db' | 'member'>; view: RequestPageView }) {
  const { ctx, view } = props
  const remedies = await findRemedies(ctx, view)
  if (remedies.length === 0) return null
  const [t, formats] = await Promise.all([translations('remedies'), pageFormats()])
  const inWords = (values: Remedy['values'] = {}) =>
    Object.fromEntries(
      remedyValues.map((name) => {
        const value = values[name] ?? ''
        return [name, value instanceof Date ? formats.dateTime(value) : String(value)]
      }),
    ) as Record<(typeof remedyValues)[number], string>
  return (
    <Section title={t('title')} className="min-w-0">
      <Notice tone="info" className="flex-1">
        <ul className="flex flex-col gap-2">
          {remedies.map(({ text, values, link }) => (
            <li key={text} className="break-words">
              {t(`texts.${text}`, inWords(values))}{' '}
              {link !== undefined && isOpenTo(merchantSections[link.place], ctx.member.permissions) ? (
                <Link href={link.href} className="whitespace-nowrap">
                  {t(`links.${link.label}`)}
                </Link>
              ) : null}
            </li>
          ))}
        </ul>
      </Notice>
    </Section>
  )
}
