import * as z from 'zod'

/** Text without control characters (such as line breaks), lone surrogates, and characters that change the direction of text. */
const oneLine = /^[^\p{Cc}\p{Cs}\p{Bidi_Control}]*$/u

/** Characters in their composed form, without white space at the ends, and with single spaces between words. */
const composed = (text: string): string => text.normalize('NFC').trim().replace(/\s+/gu, ' ')

/** Characters that take no room and cannot be seen, such as a zero-width space (Unicode, Default_Ignorable_Code_Point). */
const unseen = /\p{Default_Ignorable_Code_Point}/gu

const hasSomethingToSee = (text: string): boolean => text.replace(unseen, '').trim() !== ''

/** A name that people give to something, in one line. Its faults are `name_missing`, `name_too_long`, `name_unshowable`. */
export const nameUpTo = (lengthMax: number) =>
  z
    .string()
    .transform(composed)
    .pipe(
      z
        .string()
        .refine(hasSomethingToSee, { error: 'name_missing', abort: true })
        .max(lengthMax, 'name_too_long')
        .regex(oneLine, 'name_unshowable'),
    )

/** The same with line breaks and tabs. */
const manyLines = /^(?:[^\p{Cc}\p{Cs}\p{Bidi_Control}]|[\n\t])*$/u

/** What people write to others, in lines. Its faults are those of a name, after what the text is called, such as `reason_missing`. */
export const linesUpTo = (lengthMax: number, called: string) =>
  z
    .string(`${called}_missing`)
    .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(1, `${called}_missing`)
        .max(lengthMax, `${called}_too_long`)
        .regex(manyLines, `${called}_unshowable`),
    )

/**
 * A text that is equal for names that a person takes for the same: case, width of letters and invisible characters make
 * no difference.
 */
export const foldName = (name: string): string =>
  composed(name.normalize('NFKC').replace(unseen, '')).toLocaleLowerCase('es-DO')
