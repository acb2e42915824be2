import type { Note } from '@/lib/imports/plan'
import type { translations } from '@/lib/web/translations'

export type Words = Awaited<ReturnType<typeof translations<'imports'>>>

/** The sentence of a reason or warning, or its code: what was found is never hidden. */
export const sentenceOf = (t: Words, { code, values }: Note): string =>
  t.has(`reasons.${code}` as never) ? t(`reasons.${code}` as 'reasons.line_repeated', values as never) : code
