import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import type { OperatorContext } from '@/lib/context'
import { privacyPage } from '@/lib/privacy/cases'
import { privacyPermission } from '@/lib/privacy/permission'
import { countOpenCases } from '@/lib/privacy/show-cases'
import { translations } from '@/lib/web/translations'

/** Requests about personal data that are overdue or due soon, to who answers them. */
export async function PrivacyDue({ ctx }: { ctx: OperatorContext & { readonly now: () => Date } }) {
  if (!ctx.member.permissions.includes(privacyPermission)) return null
  const [{ overdue, soon }, t] = [await countOpenCases(ctx), await translations('operatorHome')]
  if (overdue + soon === 0) return null
  return (
    <Notice
      tone={overdue > 0 ? 'danger' : 'warning'}
      title={t('privacyDue.title')}
      action={<Link href={privacyPage}>{t('privacyDue.link')}</Link>}
    >
      {t('privacyDue.text', { overdue, soon })}
    </Notice>
  )
}
