import { insteadOf, validitiesAt } from '@/lib/credentials/expiry'
import { apiKeyValidityDays } from '@/lib/credentials/permissions'
import { pageFormats, translations } from '@/lib/web/translations'
import type { Choice } from './_components/new-credential-dialog'

/** For how long a new key may be valid, beside the live keys of its merchant, as a form offers it. */
export async function validities(live: Parameters<typeof validitiesAt>[2]): Promise<readonly Choice[]> {
  const [t, formats] = await Promise.all([translations('integrations'), pageFormats()])
  const offered = validitiesAt(new Date(), apiKeyValidityDays, live)
  return offered.map((one) => ({
    value: String(one.days),
    label: t('fields.days', { days: String(one.days) }),
    ends: formats.dateTime(one.expiresAt),
    together: one.together.length === 0 ? undefined : formats.list(one.together),
    count: one.together.length,
    instead: one.together.length === 0 ? undefined : insteadOf(one, offered)?.days.toString(),
  }))
}
