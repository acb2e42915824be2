import { z } from 'zod'

/** Neither line breaks nor halves of characters, nor what would turn the text around it about. */
const oneLine = /^[^\p{Cc}\p{Cs}\p{Bidi_Control}]*$/u

/** Characters in their composed form; white space around it and doubled inside does not count. */
const composed = (text: string): string => text.normalize('NFC').trim().replace(/\s+/gu, ' ')

/** What takes no room and is not to be seen, such as a zero-width space (Unicode, Default_Ignorable_Code_Point). */
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

/** Names that a person would take for one: capitals, widths of letters and what is not to be seen do not tell them apart. */
export const foldName = (name: string): string =>
  composed(name.normalize('NFKC').replace(unseen, '')).toLocaleLowerCase('es-DO')
