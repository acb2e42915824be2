import { faultView } from '@/lib/http/envelope'
import { faultsOf } from '@/lib/http/openapi/document'
import { operations } from '@/lib/http/operations'
import { faultTexts } from '@/lib/http/texts'
import { Fault, type FaultCode, faultStatus } from '@/lib/kernel/fault'
import type { Language } from '@/lib/language/language'
import { translatorOf } from '@/lib/messages/translator'
import { faultKindNames } from '@/lib/sandbox/faults'
import { identities } from '@/lib/sandbox/identities'
import { errorAdvice } from './error-advice'

/** Every code of the API, as a page of Markdown each (D63). */
export const errorCodes = Object.keys(faultStatus) as FaultCode[]

export const isErrorCode = (code: string): code is FaultCode => Object.hasOwn(faultStatus, code)

const everyOperation = Object.values(operations)

/** Whom a code concerns: nothing where every operation may answer it, or none, such as a path that does not exist. */
function placesOf(code: FaultCode): string[] {
  const those = everyOperation.filter((operation) => faultsOf(operation).includes(code))
  if (those.length === everyOperation.length) return []
  return those.map(({ method, path }) => `\`${method} ${path}\``)
}

export function errorMarkdown(code: FaultCode, language: Language): string {
  const t = translatorOf(language, 'developers')
  const { retry, cashier, causes } = errorAdvice[code]
  const { title, message } = faultTexts[code]
  const places = placesOf(code)
  return [
    `# ${code}`,
    `**${faultStatus[code]}** · ${title[language]}`,
    message[language],
    `## ${t('errors.where')}`,
    places.length === 0 ? t('errors.everywhere') : places.map((place) => `- ${place}`).join('\n'),
    `## ${t('errors.causes')}`,
    causes.map((cause) => `- ${cause[language]}`).join('\n'),
    `## ${t('errors.retry')}`,
    t(`errors.retries.${retry}`),
    `## ${t('errors.till')}`,
    cashier[language],
    `## ${t('errors.provoke')}`,
    ...provocationsOf(code, language),
    `## ${t('errors.answer')}`,
    `\`\`\`json\n${JSON.stringify(faultView(new Fault(code), language), null, 2)}\n\`\`\``,
    t('errors.decide'),
  ].join('\n\n')
}

/** The codes that a fault armed for a credential answers with. */
export const armedCodes: readonly FaultCode[] = faultKindNames.filter((kind) => isErrorCode(kind))

/**
 * How a code is met in the test environment: by a request that its page says, by the identities that are assigned to it, and by a fault that
 * is armed for a credential.
 */
function provocationsOf(code: FaultCode, language: Language): string[] {
  const t = translatorOf(language, 'developers')
  const { provoke } = errorAdvice[code]
  const those = identities.filter(({ codes }) => codes.includes(code))
  return [
    ...(provoke === undefined ? [] : [provoke[language]]),
    ...(those.length === 0
      ? []
      : [
          t('errors.identities'),
          those.map(({ cedula, does }) => `- [${cedula}](/developers/identities): ${does[language]}`).join('\n'),
        ]),
    ...(armedCodes.includes(code) ? [t('errors.armed', { fault: `\`${faultStatus[code]} ${code}\`` })] : []),
  ]
}

/** All codes by status, each with its page. */
export function errorsMarkdown(language: Language): string {
  const t = translatorOf(language, 'developers')
  const rows = errorCodes.map(
    (code) =>
      `| [${code}](/developers/errors/${code}) | ${faultStatus[code]} | ${faultTexts[code].title[language]} | ${t(`errors.short.${errorAdvice[code].retry}`)} |`,
  )
  return [
    `# ${t('errors.title')}`,
    t('errors.lead'),
    [
      `| ${t('errors.code')} | HTTP | ${t('errors.meaning')} | ${t('errors.retry')} |`,
      '| --- | --- | --- | --- |',
      ...rows,
    ].join('\n'),
    t('errors.token'),
  ].join('\n\n')
}
