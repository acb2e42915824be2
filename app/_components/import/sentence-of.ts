import type { Note } from '@/lib/imports/plan'
import { textOfCode } from '@/lib/language/text-of-code'
import type { translations } from '@/lib/web/translations'

export type Words = Awaited<ReturnType<typeof translations<'imports'>>>

/** The sentence of a reason or warning; its code if it has no sentence, because what was found is never hidden. */
export const sentenceOf = (t: Words, { code, values }: Note): string => textOfCode(t, `reasons.${code}`, values) ?? code
