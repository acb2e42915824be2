import { faultTexts } from '@/lib/http/texts'
import type { FaultCode } from '@/lib/kernel/fault'
import { pageLanguage } from '@/lib/web/language'
import { pageFormats, translations } from '@/lib/web/translations'

const isCode = (code: string): code is FaultCode => Object.hasOwn(faultTexts, code)

/** How times and codes of calls are said. */
export async function callWords() {
  const [t, { number }, language] = await Promise.all([translations('operatorHealth'), pageFormats(), pageLanguage()])
  return {
    within: (ms: number | undefined): string =>
      ms === undefined ? '–' : Number.isFinite(ms) ? t('within', { ms: number(ms) }) : t('beyond'),
    codeOf: (code: string): string => (isCode(code) ? faultTexts[code].title[language] : code),
  }
}
