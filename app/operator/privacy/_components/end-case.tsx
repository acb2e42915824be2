import { textLengthMax } from '@/lib/privacy/lengths'
import { translations } from '@/lib/web/translations'
import { Act } from '../../_components/act'
import { answerCaseAction, refuseCaseAction } from '../actions'

/** Answers a case, or refuses it. */
export async function EndCase({ caseId, needsCode }: { caseId: number; needsCode: boolean }) {
  const t = await translations('privacy')
  const wordsOf = (end: 'answer' | 'refuse') => ({
    open: t(`${end}.open`),
    title: t(`${end}.title`),
    lead: t(`${end}.lead`),
    submit: t(`${end}.submit`),
    done: t(`${end}.done`),
    code: t('code'),
    codeHint: t('codeHint'),
  })
  const textOf = (end: 'answer' | 'refuse') =>
    [{ name: 'answer', label: t(`${end}.text`), kind: 'lines', max: textLengthMax }] as const
  const of = { entries: { caseId }, needsCode }
  return (
    <>
      <Act {...of} words={wordsOf('answer')} fields={textOf('answer')} action={answerCaseAction} variant="primary" />
      <Act {...of} words={wordsOf('refuse')} fields={textOf('refuse')} action={refuseCaseAction} danger />
    </>
  )
}
