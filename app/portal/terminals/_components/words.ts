import type { Tone } from '@/components/ui/badge'
import type { TerminalView } from '@/lib/terminals/show-terminals'
import type { TerminalReason, TerminalState } from '@/lib/terminals/state'
import { pageFormats, translations } from '@/lib/web/translations'

export const terminalsPage = '/portal/terminals'

/** What it is called: by the merchant, or by itself, or else by where it calls from. */
export const nameOf = ({
  name,
  terminal,
  fromAddress,
}: Pick<TerminalView, 'name' | 'terminal' | 'fromAddress'>): string =>
  name ?? (terminal === '' ? fromAddress : terminal)

/** The colour only helps: each state is said in words too. */
export const tones: Readonly<Record<TerminalState, Tone>> = {
  failing: 'danger',
  attention: 'warning',
  selling: 'good',
  silent: 'neutral',
}

const refusals = [
  'wrong_secret',
  'previous_secret',
  'expired',
  'revoked',
  'deleted',
  'permission_missing',
  'merchant_disabled',
  'address_not_allowed',
] as const

/** What is to be said of a till, in few words and the reader's language. */
export async function terminalWords(now: Date) {
  const [t, formats] = await Promise.all([translations('terminals'), pageFormats()])
  const isToday = (at: Date) => formats.date(at) === formats.date(now)
  const at = (moment: Date) => (isToday(moment) ? formats.time(moment) : formats.day(moment))
  const refusal = ({ refusedReason, refusedOperation, apiKeyId }: TerminalView): string => {
    const reason = refusals.find((one) => one === refusedReason)
    const isToken = apiKeyId === null && !refusedOperation?.startsWith('POST /connect/')
    if (isToken && reason === 'expired') return t('refusals.tokenExpired')
    if (isToken && reason === 'revoked') return t('refusals.tokenRevoked')
    return t(`refusals.${reason ?? 'other'}`)
  }
  const says = (reason: TerminalReason, view: TerminalView): string => {
    switch (reason.says) {
      case 'allFailing':
        return t('says.allFailing', { calls: reason.calls })
      case 'refused':
        return t('says.refused', { reason: refusal(view) })
      case 'formerSecret':
      case 'never':
        return t(`says.${reason.says}`)
      case 'clockAhead':
      case 'clockBehind':
        return t(`says.${reason.says}`, { minutes: formats.number(reason.minutes) })
      case 'expiring':
        return t('says.expiring', { share: formats.percent(Math.round((100 * reason.expired) / reason.ended) / 100) })
      default:
        return t(`says.${reason.says}`, { at: at(reason.at) })
    }
  }
  /** What to do about it; undefined where there is nothing to do. */
  const advice = (reason: TerminalReason, { refusedAddress }: TerminalView): string | undefined => {
    switch (reason.says) {
      case 'allFailing':
      case 'formerSecret':
      case 'expiring':
      case 'unusuallySilent':
        return t(`advice.${reason.says}`)
      case 'refused':
        return t('advice.refused', { at: formats.dateTime(reason.at), address: refusedAddress ?? t('unknown') })
      case 'clockAhead':
      case 'clockBehind':
        return t('advice.clock')
      default:
        return undefined
    }
  }
  return { t, formats, at, says, advice }
}

export type TerminalWords = Awaited<ReturnType<typeof terminalWords>>
